#include <stdio.h>
#include <string.h>

#include "compare/bisect.h"
#include "compare/calc.h"
#include "util/message.h"

/* Returns true if cgbench itself failed, which says nothing about the put. */
static bool
is_own(const struct failure *failure)
{
	return failure &&
	       (!strcmp(failure->stage, STAGE_PREPARE) || !strcmp(failure->stage, STAGE_KEEP));
}

/* Tells why the count is not judged. */
static void
tell_verdicts(const struct results *results, verdict_set verdicts)
{
	enum verdict v;

	for (v = 0; v < VERDICT_COUNT; v++)
		if (verdicts & 1u << v)
			message_warn(
			    "--bisect: %s on %s is not judged, because it is %s: %s; if that is "
			    "intended, write 'expect = %s' in the test",
			    results->tests.v[0].name, results->puts.v[0].label, verdict_name(v),
			    verdict_meaning(v), verdict_name(v));
}

int
bisect_judge(const struct results *results, enum field f, long long min, long long max)
{
	struct value value = calc_value(results, 0, 0, f);
	const struct cell *cell = results_cell(results, 0, 0);
	/* The count of a rep instruction is exact, and what its count is compared with has one
	   too. */
	verdict_set doubtful = results_unexpected(results, 0, 0) & ~(1u << VERDICT_REP);

	if (!cell->measured) {
		message_warn("--bisect: %s on %s has no counts to judge",
		    results->tests.v[0].name, results->puts.v[0].label);
		return is_own(cell->failure) ? STATUS_FAILURE : STATUS_SKIP;
	}
	if (doubtful) {
		tell_verdicts(results, doubtful);
		return STATUS_SKIP;
	}
	if (!value.known) {
		message_warn(
		    "--bisect: %s of %s on %s has no value: it divides by zero, or the "
		    "size is unknown",
		    fields_name(results->fields, f), results->tests.v[0].name,
		    results->puts.v[0].label);
		return STATUS_FAILURE;
	}
	printf("Bisect: %s had the value %.15g\n", fields_name(results->fields, f), value.v);
	return value.v >= (double)min && value.v <= (double)max ? STATUS_OK : STATUS_NO;
}

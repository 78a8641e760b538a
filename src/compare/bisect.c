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

int
bisect_judge(const struct results *results, enum field f, long long min, long long max)
{
	struct value value = calc_value(results, 0, 0, f);
	const struct cell *cell = results_cell(results, 0, 0);

	if (!cell->measured) {
		message_warn("--bisect: %s on %s has no counts to judge",
		    results->tests.v[0].name, results->puts.v[0].label);
		return is_own(cell->failure) ? STATUS_FAILURE : STATUS_SKIP;
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

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/gate.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/message.h"

static _Noreturn void
malformed(const char *spec)
{
	message_die(STATUS_USAGE,
	    "--fail-above: '%s' is not of the form FIELD,LIMIT or TESTS:FIELD,LIMIT, as in "
	    "--fail-above=Ir,1%% or --fail-above=/^str::/:Ir,0",
	    spec);
}

bool
gate_parse_limit(struct gate *gate, const char *s)
{
	const char *digits = s + (*s == '+');
	size_t n = strspn(digits, "0123456789.");
	char *end;

	gate->limit = strtod(digits, &end);
	gate->percent = !strcmp(digits + n, "%");
	return n && end == digits + n && (gate->percent || !*end) && isfinite(gate->limit) &&
	       (gate->percent || *s == '+' || gate->limit == 0);
}

void
gate_parse(struct gate *gate, const char *spec, const char **field, size_t *n)
{
	const char *comma = strrchr(spec, ','), *start = comma;
	OWNED char *tests = NULL;

	if (!comma)
		malformed(spec);
	/* The name of a test may contain colons, the name of a field does not. */
	while (start > spec && start[-1] != ':')
		start--;
	if (start == comma || start == spec + 1)
		malformed(spec);
	*gate = (struct gate){.spec = spec, .all = start == spec};
	if (!gate_parse_limit(gate, comma + 1))
		message_die(STATUS_USAGE,
		    "--fail-above=%s: invalid limit '%s': use a percentage such as 1%%, counts "
		    "such as +5, or 0 to allow no increase; what a test may cost by itself is "
		    "its 'budget' in the benchfile",
		    spec, comma + 1);
	*field = start;
	*n = (size_t)(comma - start);
	if (gate->all)
		return;
	tests = memory_copy_n(spec, (size_t)(start - spec - 1));
	filter_parse(&gate->tests, tests, "--fail-above");
}

static void
add_budget(struct gates *gates, const struct test *test, const struct part *part,
    const struct fields *fields)
{
	static const char blanks[] = " \t\n";
	const char *const *names = fields_names(fields), *s = part->text;
	OWNED char *place = test_position(test, part);
	char *end;

	do {
		const char *name = s + strspn(s, blanks);
		size_t n = strcspn(name, " \t\n,");
		const char *digits = name + n + strspn(name + n, blanks);
		struct gate gate = {"budget", .budgeted = test, .limit = strtod(digits, &end)};

		gate.field = field_find(names, name, n);
		if (n && gate.field == FIELD_NONE)
			message_die(
			    STATUS_USAGE, "%sbudget: %s", place, field_unknown(names, name, n));
		s = end + strspn(end, blanks);
		if (!n || digits == name + n || end != digits + strspn(digits, "0123456789.") ||
		    end == digits || (*s && *s != ','))
			message_die(STATUS_USAGE,
			    "%sbudget = %s: give each field the most that it may be, as in 'Ir "
			    "120, allocs 0'",
			    place, part->text);
		*ARRAY_ADD(gates->v, gates->n) = gate;
	} while (*s++);
}

void
gates_add_budgets(struct gates *gates, const struct tests *tests, const struct fields *fields)
{
	ARRAY_EACH(const struct test, test, tests->v, tests->n)
		ARRAY_EACH(const struct part, part, test->parts, test->part_count)
			if (part->kind == PART_BUDGET)
				add_budget(gates, test, part, fields);
}

bool
gate_applies(const struct gate *gate, const char *test)
{
	return gate->all || filter_matches(&gate->tests, test);
}

bool
gate_exceeded(const struct gate *gate, double norm, double count, bool higher)
{
	double most = gate->percent ? fabs(norm) * gate->limit / 100 : gate->limit;
	/* Counts are quotients, so the last digits of their difference are noise. */
	double noise = 8 * DBL_EPSILON * fmax(fabs(count), fmax(fabs(norm), most));

	return (higher ? norm - count : count - norm) > most + noise;
}

void
gates_free(struct gates *gates)
{
	for (size_t i = 0; i < gates->n; i++)
		filter_free(&gates->v[i].tests);
	free(gates->v);
	*gates = (struct gates){0};
}

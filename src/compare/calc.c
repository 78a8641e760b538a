#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/calc.h"
#include "util/memory.h"

static const struct value unknown = {false, 0};

struct value
calc_count(const struct cell *cell, const unsigned long loops[LENGTH_COUNT], enum field f)
{
	if (!cell->measured || loops[LENGTH_LONG] <= loops[LENGTH_SHORT])
		return unknown;
	return (struct value){true, (double)results_spent(cell, false, f) /
	                                (double)(loops[LENGTH_LONG] - loops[LENGTH_SHORT])};
}

/* The start of a process may cost a little more or less with another script, so that what
   should be 0 comes out below it. */
struct value
calc_shown(enum field f, struct value value)
{
	if (f < FIELD_COUNT && value.v > -0.1 && value.v <= 0)
		value.v = 0;
	return value;
}

bool
calc_is_zero(const struct fields *fields, enum field f, double v)
{
	if (f < FIELD_COUNT)
		return v < 0.01;
	return fabs(v) < (fields_divides(fields, f) ? 1e-6 : 0.01);
}

int
calc_decimals(const struct fields *fields, enum field f)
{
	return fields_divides(fields, f) ? 4 : 1;
}

/* A whole run, less a run of the empty command if the language has one. */
static struct value
count_once(const struct cell *cell, enum field f)
{
	return (struct value){cell->measured, (double)results_spent(cell, true, f)};
}

static struct value
counted(const struct results *results, size_t test, const struct cell *cell, enum field f)
{
	const struct test *of = &results->tests.v[test];
	struct value value =
	    of->once ? count_once(cell, f) : calc_count(cell, results->loops, f);

	value.v /= (double)of->ops;
	return value;
}

/* The values of a cell, each calculated once, when it is first needed. */
struct cell_values {
	const struct results *results;
	size_t test;
	const struct cell *usual; /* as measured in the usual layout */
	const struct cell *cell;  /* as measured in any layout */
	field_set done;
	struct value of[FIELD_NONE];
};

static struct value find(struct cell_values *values, enum field f);

static bool
get(void *context, enum field f, double *v)
{
	struct value value = find(context, f);

	*v = calc_shown(f, value).v;
	return value.known;
}

static struct value
find(struct cell_values *values, enum field f)
{
	struct value *value = &values->of[f];

	if (values->done & 1u << f)
		return *value;
	if (f < FIELD_COUNT)
		*value = counted(values->results, values->test, values->cell, f);
	else if (f == FIELD_SIZE)
		*value = (struct value){values->cell->measured && values->usual->sized,
		    (double)values->usual->size};
	else
		value->known = values->cell->measured &&
		               fields_value(values->results->fields, f, get, values, &value->v);
	values->done |= 1u << f;
	return *value;
}

static struct cell_values
values_of(const struct results *results, size_t test, size_t put)
{
	const struct cell *cell = results_cell(results, test, put);

	return (struct cell_values){results, test, cell, cell, 0, {{0}}};
}

struct value
calc_value(const struct results *results, size_t test, size_t put, enum field f)
{
	struct cell_values values = values_of(results, test, put);

	return find(&values, f);
}

struct range
calc_range(const struct results *results, size_t test, size_t put, enum field f)
{
	const struct cell *cell = results_cell(results, test, put);
	struct value usual = calc_shown(f, calc_value(results, test, put, f));
	struct range range = {false, usual.v, usual.v, usual.v};
	size_t i;

	for (i = 0; usual.known && i < cell->jitter_count; i++) {
		struct cell_values values = values_of(results, test, put);
		struct value value;

		values.cell = &cell->jitter[i];
		value = calc_shown(f, find(&values, f));
		if (!value.known)
			continue;
		range.known = true;
		if (value.v < range.least)
			range.least = value.v;
		if (value.v > range.most)
			range.most = value.v;
	}
	return range;
}

int
calc_show_both(double a, double b, int decimals, char *shown_a, char *shown_b)
{
	enum { MOST = 9 };

	for (;; decimals++) {
		snprintf(shown_a, CALC_SHOWN, "%.*f", decimals, a);
		snprintf(shown_b, CALC_SHOWN, "%.*f", decimals, b);
		if (decimals >= MOST || strcmp(shown_a, shown_b))
			return decimals;
	}
}

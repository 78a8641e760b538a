#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare/calc.h"
#include "util/text.h"

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
	if (f < FIELD_DERIVED && value.v > -0.1 && value.v <= 0)
		value.v = 0;
	return value;
}

bool
calc_is_zero(const struct fields *fields, enum field f, double v)
{
	if (f < FIELD_DERIVED)
		return v < 0.01;
	return fabs(v) < (fields_divides(fields, f) ? 1e-6 : 0.01);
}

int
calc_decimals(const struct fields *fields, enum field f)
{
	return fields_divides(fields, f) ? 4 : 1;
}

static struct value
counted(const struct results *results, size_t test, size_t put, const struct cell *cell,
    enum field f)
{
	/* Once: a whole run, less a run of the empty command if the language has one. */
	struct value value =
	    results_test(results, test, put)->once
	        ? (struct value){cell->measured, (double)results_spent(cell, true, f)}
	        : calc_count(cell, results->loops, f);

	value.v /= (double)results_ops(results, test, put);
	return value;
}

/* cell: as measured in any layout. The size is the same in all of them. */
static struct value
measured(const struct results *results, size_t test, size_t put, const struct cell *cell,
    enum field f)
{
	const struct cell *usual = results_cell(results, test, put);

	if (f >= FIELD_PROFILED && !(cell->profiled & FIELD_BIT(f)))
		return unknown;
	if (cell->lacks & FIELD_BIT(f))
		return unknown;
	if (f != FIELD_SIZE)
		return counted(results, test, put, cell, f);
	return (struct value){cell->measured && usual->sized, (double)usual->size};
}

/* The derived fields of a cell in any layout, each calculated when it is first needed. */
struct derived {
	const struct results *results;
	size_t test, put;
	const struct cell *cell;
	field_set done;
	struct value of[FIELD_NONE];
};

static bool
get(void *context, enum field f, double *v)
{
	struct derived *derived = context;
	struct value *value = &derived->of[f];

	if (f < FIELD_DERIVED)
		*value =
		    measured(derived->results, derived->test, derived->put, derived->cell, f);
	else if (!(derived->done & FIELD_BIT(f)))
		value->known =
		    fields_value(derived->results->fields, f, get, derived, &value->v);
	derived->done |= FIELD_BIT(f);
	*v = calc_shown(f, *value).v;
	return value->known;
}

static struct value
calc_value_of(const struct results *results, size_t test, size_t put, const struct cell *cell,
    enum field f)
{
	struct derived derived;

	if (f < FIELD_DERIVED)
		return measured(results, test, put, cell, f);
	derived = (struct derived){results, test, put, cell, 0, {{0}}};
	if (cell->measured)
		get(&derived, f, &derived.of[f].v);
	return derived.of[f];
}

struct value
calc_value(const struct results *results, size_t test, size_t put, enum field f)
{
	return calc_value_of(results, test, put, results_cell(results, test, put), f);
}

bool
calc_is_uncounted(const struct results *results, size_t test, size_t put, enum field f)
{
	const struct cell *cell = results_cell(results, test, put);

	return cell->measured && cell->lacks & fields_needs(results->fields, FIELD_BIT(f));
}

struct range
calc_range(const struct results *results, size_t test, size_t put, enum field f)
{
	const struct cell *cell = results_cell(results, test, put);
	struct value usual = calc_shown(f, calc_value(results, test, put, f));
	struct range range = {false, usual.v, usual.v, usual.v};

	for (size_t i = 0; usual.known && i < cell->jitter_count; i++) {
		struct value value =
		    calc_shown(f, calc_value_of(results, test, put, &cell->jitter[i], f));

		if (!value.known)
			continue;
		range.known = true;
		range.least = fmin(range.least, value.v);
		range.most = fmax(range.most, value.v);
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

struct variation
calc_variation(const struct results *results, size_t test, size_t put)
{
	const struct cell *cell = results_cell(results, test, put);
	const unsigned long *loops = results->loops;
	double ops = (double)results_ops(results, test, put);
	double iterations = results_test(results, test, put)->once
	                        ? 1
	                        : (double)(loops[LENGTH_LONG] - loops[LENGTH_SHORT]);
	double first = calc_shown(FIELD_IR, calc_value(results, test, put, FIELD_IR)).v;
	double again =
	    cell->measured_again ? (double)cell->spent_again / iterations / ops : first;

	return (struct variation){
	    .known = cell->measured_again,
	    .least = fmin(first, again),
	    .most = fmax(first, again),
	    .percent = first > 0 ? fabs(again - first) / first * 100 : INFINITY,
	};
}

char *
calc_variation_text(const struct variation *varied)
{
	char least[CALC_SHOWN], most[CALC_SHOWN];
	struct text t = TEXT_EMPTY;

	calc_show_both(varied->least, varied->most, 1, least, most);
	if (varied->percent <= 0)
		text_add(&t, "in other fields than Ir");
	else
		text_addf(&t, "%s to %s", least, most);
	if (varied->percent > 0 && isfinite(varied->percent))
		text_addf(
		    &t, varied->percent < 0.1 ? ", %.1g %%" : ", %.1f %%", varied->percent);
	return text_take(&t);
}

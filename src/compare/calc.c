#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/calc.h"
#include "model/derive.h"
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

/* The start of a process may cost a little more or less with another script: what should be 0
   can come out below it. */
static struct value
raw_value(enum field f, struct value count)
{
	if (f < FIELD_COUNT && count.v > -0.1 && count.v <= 0)
		count.v = 0;
	return count;
}

bool
calc_is_zero(enum field f, double v)
{
	if (f < FIELD_COUNT)
		return v < 0.01;
	return fabs(v) < (derive_divides(f) ? 1e-6 : 0.01);
}

int
calc_decimals(enum field f)
{
	return derive_divides(f) ? 4 : 1;
}

/* Nothing compares to 0 but another 0, nor what is negative to what is not. */
static struct value
ratio(enum field f, struct value reference, struct value count)
{
	bool zero = calc_is_zero(f, count.v), reference_zero = calc_is_zero(f, reference.v);

	if (!reference.known || !count.known || zero != reference_zero)
		return unknown;
	if (!zero && (reference.v < 0) != (count.v < 0))
		return unknown;
	return (struct value){true, zero ? 1 : reference.v / count.v};
}

/* A whole run, less that of the empty command where there is one. */
static struct value
calc_once(const struct cell *cell, enum field f)
{
	return (struct value){cell->measured, (double)results_spent(cell, true, f)};
}

static struct value
counted(const struct results *results, size_t test, const struct cell *cell, enum field f)
{
	const struct test *of = &results->tests.v[test];
	struct value value =
	    of->once ? calc_once(cell, f) : calc_count(cell, results->loops, f);

	value.v /= (double)of->ops;
	return value;
}

/* The fields of a cell, each calculated when it is asked for, once. */
struct fields {
	const struct results *results;
	size_t test;
	const struct cell *usual, *cell; /* cell: the same in any layout */
	field_set done;
	struct value of[FIELD_NONE];
};

static struct value find(struct fields *fields, enum field f);

static bool
get(void *context, enum field f, double *v)
{
	struct value value = find(context, f);

	*v = raw_value(f, value).v;
	return value.known;
}

static struct value
find(struct fields *fields, enum field f)
{
	struct value *value = &fields->of[f];

	if (fields->done & 1u << f)
		return *value;
	if (f < FIELD_COUNT)
		*value = counted(fields->results, fields->test, fields->cell, f);
	else if (f == FIELD_SIZE)
		*value = (struct value){fields->cell->measured && fields->usual->sized,
		    (double)fields->usual->size};
	else
		value->known =
		    fields->cell->measured && derive_value(f, get, fields, &value->v);
	fields->done |= 1u << f;
	return *value;
}

static struct fields
fields_of(const struct results *results, size_t test, size_t put)
{
	const struct cell *cell = results_cell(results, test, put);

	return (struct fields){results, test, cell, cell, 0, {{0}}};
}

struct value
calc_operation(const struct results *results, size_t test, size_t put, enum field f)
{
	struct fields fields = fields_of(results, test, put);

	return find(&fields, f);
}

struct range
calc_range(const struct results *results, size_t test, size_t put, enum field f)
{
	const struct cell *cell = results_cell(results, test, put);
	struct value usual = raw_value(f, calc_operation(results, test, put, f));
	struct range range = {false, usual.v, usual.v, usual.v};
	size_t i;

	for (i = 0; usual.known && i < cell->jitter_count; i++) {
		struct fields fields = fields_of(results, test, put);
		struct value value;

		fields.cell = &cell->jitter[i];
		value = raw_value(f, find(&fields, f));
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

bool
calc_overlap(const struct results *results, size_t test, size_t a, size_t b, enum field f)
{
	struct range x = calc_range(results, test, a, f), y = calc_range(results, test, b, f);

	return x.known && y.known && x.least <= y.most && y.least <= x.most;
}

static size_t
offset(const struct table *table, size_t test, size_t put, enum field f)
{
	return (test * table->puts + put) * table->fields + f;
}

const struct value *
calc_at(const struct table *table, size_t test, size_t put, enum field f)
{
	return &table->values[offset(table, test, put, f)];
}

const struct value *
calc_average(const struct table *table, size_t put, enum field f)
{
	return &table->averages[put * table->fields + f];
}

static const char *
language_of(const struct results *results, size_t put)
{
	const struct fingerprint *fingerprint = results->puts.v[put].fingerprint;

	return fingerprint ? fingerprint->of[TRAIT_LANGUAGE] : NULL;
}

bool
calc_is_other(const struct results *results, size_t test, size_t a, size_t b)
{
	uint64_t text_a = results_cell(results, test, a)->text;
	uint64_t text_b = results_cell(results, test, b)->text;
	const char *language_a = language_of(results, a), *language_b = language_of(results, b);

	return text_a && text_b && text_a != text_b &&
	       (!language_a || !language_b || !strcmp(language_a, language_b));
}

static void
fill_cell(
    struct table *table, const struct results *results, size_t norm, size_t test, size_t put)
{
	const struct cell *cell = results_cell(results, test, put);
	bool *other = &table->other[test * table->puts + put];
	struct fields fields = fields_of(results, test, put);
	struct fields norms = fields_of(results, test, norm == CALC_RAW ? put : norm);
	struct value count;
	enum field f;

	table->tried[test * table->puts + put] = cell->measured || cell->failure;
	*other = cell->measured && calc_is_other(results, test, table->reference, put);
	for (f = 0; f < table->fields; f++) {
		count = *other ? unknown : find(&fields, f);
		table->values[offset(table, test, put, f)] =
		    norm == CALC_RAW ? raw_value(f, count) : ratio(f, find(&norms, f), count);
	}
}

/* Ratios average harmonically: that gives every test the same weight in what all of them cost
   together. */
static struct value
average(const struct table *table, bool raw, size_t put, enum field f)
{
	const struct value *value;
	double total = 0;
	size_t test, n = 0;

	for (test = 0; test < table->tests; test++) {
		value = calc_at(table, test, put, f);
		if (!value->known)
			continue;
		total += raw ? value->v : 1 / value->v;
		n++;
	}
	if (!n)
		return unknown;
	return (struct value){true, raw ? total / (double)n : (double)n / total};
}

void
calc_table(struct table *table, const struct results *results, size_t norm)
{
	size_t test, put;
	enum field f;

	table->tests = results->tests.n;
	table->puts = results->puts.n;
	table->fields = field_count();
	table->reference = norm == CALC_RAW ? 0 : norm;
	table->tried = memory_resize(NULL, table->tests * table->puts, sizeof *table->tried);
	table->other = memory_resize(NULL, table->tests * table->puts, sizeof *table->other);
	table->values = memory_resize(
	    NULL, table->tests * table->puts * table->fields, sizeof *table->values);
	table->averages =
	    memory_resize(NULL, table->puts * table->fields, sizeof *table->averages);
	for (test = 0; test < table->tests; test++)
		for (put = 0; put < table->puts; put++)
			fill_cell(table, results, norm, test, put);
	for (put = 0; put < table->puts; put++)
		for (f = 0; f < table->fields; f++)
			table->averages[put * table->fields + f] =
			    average(table, norm == CALC_RAW, put, f);
}

struct sort_key {
	const struct table *table;
	size_t put;
	enum field f;
};

static int
compare(const void *a, const void *b, void *context)
{
	const size_t *test_a = a, *test_b = b;
	const struct sort_key *key = context;
	const struct value *x = calc_at(key->table, *test_a, key->put, key->f);
	const struct value *y = calc_at(key->table, *test_b, key->put, key->f);

	if (x->known != y->known)
		return x->known ? -1 : 1;
	if (x->known && x->v != y->v)
		return x->v < y->v ? -1 : 1;
	return (*test_a > *test_b) - (*test_a < *test_b);
}

void
calc_sort(const struct table *table, size_t put, enum field f, size_t *order)
{
	struct sort_key key = {table, put, f};
	size_t i;

	for (i = 0; i < table->tests; i++)
		order[i] = i;
	qsort_r(order, table->tests, sizeof *order, compare, &key);
}

void
calc_free(struct table *table)
{
	free(table->tried);
	free(table->other);
	free(table->values);
	free(table->averages);
	*table = (struct table){0};
}

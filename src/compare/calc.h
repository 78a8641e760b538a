#ifndef CALC_H
#define CALC_H

#include "model/results.h"

/* Arithmetic on results. Everything here is exact until its last division. */

/* A number that may be missing: not measured, or indeterminate such as 1/0. */
struct value {
	bool known;
	double v;
};

/* What one execution of the snippet costs in one of the fields that are counted:
       ((active_long - active_short) - (empty_long - empty_short)) / (long - short)
   Unknown where the cell was not measured. */
struct value calc_count(
    const struct cell *cell, const unsigned long loops[LENGTH_COUNT], enum field f);

/* The value of any field: what is counted for one operation of the snippet, where its test says
   that it has several ("ops"), and what is derived from that; the size is of all the code. */
struct value calc_operation(
    const struct results *results, size_t test, size_t put, enum field f);

/* What a cell costs in the usual layout, and at least and at most in all that it was measured
   in, for one operation and as a table shows counts. Unknown where it was measured in one
   alone. */
struct range {
	bool known;
	double usual, least, most;
};

struct range calc_range(const struct results *results, size_t test, size_t put, enum field f);

#define CALC_SHOWN 64
/* Shows both values with at least that many decimals, and as many more, up to 9, as it takes to
   tell them apart; each buffer has CALC_SHOWN characters. Returns how many. */
int calc_show_both(double a, double b, int decimals, char *shown_a, char *shown_b);

/* Whether both puts were measured in several layouts and their ranges have something in common:
   a difference may come from where things lie in memory. */
bool calc_overlap(const struct results *results, size_t test, size_t a, size_t b, enum field f);
/* Counts below 0.01 are noise around 0; a derived field may be negative, and a quotient small.
 */
bool calc_is_zero(enum field f, double v);
/* With how many decimals a value is shown. */
int calc_decimals(enum field f);
/* Whether two puts measured different snippets under the name of the test. In two languages
   they are meant to be. */
bool calc_is_other(const struct results *results, size_t test, size_t a, size_t b);

/* The table as bench.pl would show it, one value for each test, put and field. */
struct table {
	size_t tests, puts;
	size_t reference;     /* the put that others are compared with; the first for counts */
	bool *tried;          /* tests x puts: the cell has counts, or failed */
	bool *other;          /* tests x puts: of another text than the reference; no value */
	size_t fields;        /* field_count() */
	struct value *values; /* tests x puts x fields */
	struct value *averages; /* puts x fields */
};

/* norm: the put that is 100 %, for relative counts (1.0 is 100 %); or CALC_RAW for counts. */
#define CALC_RAW ((size_t)-1)
void calc_table(struct table *table, const struct results *results, size_t norm);
const struct value *calc_at(const struct table *table, size_t test, size_t put, enum field f);
const struct value *calc_average(const struct table *table, size_t put, enum field f);
/* The order in which the tests are shown: ascending by that value, unknown ones last, ties in
   file order. order has table->tests entries. */
void calc_sort(const struct table *table, size_t put, enum field f, size_t *order);
void calc_free(struct table *table);

#endif

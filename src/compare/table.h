#pragma once

#include "compare/comparison.h"

/* The numbers of a table: counts, or their ratios to the norm's. */
struct table {
	const struct comparison *comparison; /* borrowed */
	bool raw;                            /* counts; else ratios: 1 is 100 % */
};

/* Returns true unless the view asks for ratios. */
bool table_is_raw(const struct view *view);

/* The value in a cell. Unknown if there is no count, or none comparable with the norm's. */
struct value table_value(const struct table *table, size_t test, size_t put, enum field f);
/* The average over the chosen tests whose value is known and which failed on no put; unknown if
   there are none. */
struct value table_average(const struct table *table, size_t put, enum field f);
/* Sorts the chosen tests by their value, ascending: ties in file order, unknown values last.
   order has comparison->test_count entries. */
void table_sort(const struct table *table, size_t put, enum field f, size_t *order);

/* Returns true if the view does not list the test, which its average covers all the same. */
bool table_hides(const struct comparison *comparison, const struct view *view, size_t test);
/* The tests that the view lists, in the order of its table. order has room for
   comparison->test_count tests. Returns how many there are. raw: the table has counts, else
   ratios, by which it may be sorted. */
size_t table_list(
    const struct comparison *comparison, const struct view *view, bool raw, size_t *order);

#include <math.h>
#include <string.h>

#include "compare/table.h"
#include "util/memory.h"
#include "util/order.h"

bool
table_is_raw(const struct view *view)
{
	return view->raw || !view->tables;
}

/* The norm's cost relative to the put's: 2 means half the cost; or where more is better, the
   put's value relative to the norm's. Unknown unless both are comparable. Only 0 is comparable
   to 0, and only a negative value to a negative one. */
static struct value
ratio_of(const struct change *change, const struct fields *fields, enum field f)
{
	double from = change->from.v, to = change->to.v;
	bool zero = calc_is_zero(fields, f, to);

	if (change->other_text || !change->from.known || !change->to.known ||
	    zero != calc_is_zero(fields, f, from) || (!zero && (from < 0) != (to < 0)))
		return (struct value){false, 0};
	if (zero)
		return (struct value){true, 1};
	return (struct value){true, fields_higher(fields, f) ? to / from : from / to};
}

struct value
table_value(const struct table *table, size_t test, size_t put, enum field f)
{
	const struct comparison *comparison = table->comparison;
	const struct results *results = comparison->results;
	struct change change;

	if (table->raw)
		return comparison_other_text(comparison, test, put)
		           ? (struct value){false, 0}
		           : calc_shown(f, calc_value(results, test, put, f));
	change = comparison_of(comparison, test, put, f);
	return ratio_of(&change, results->fields, f);
}

/* Averages of puts cover the same tests: none that failed on one of them. */
static bool
table_has_failed(const struct results *results, size_t test)
{
	bool failed = false;

	for (size_t put = 0; put < results->puts.n; put++)
		failed |= results_cell(results, test, put)->failure != NULL;
	return failed;
}

/* The harmonic mean of ratios gives every test the same weight in the total cost, and so does
   the arithmetic mean in the total of what is better if higher. */
struct value
table_average(const struct table *table, size_t put, enum field f)
{
	const struct comparison *comparison = table->comparison;
	bool harmonic = !table->raw && !fields_higher(comparison->results->fields, f);
	double total = 0;
	size_t n = 0;

	for (size_t i = 0; i < comparison->test_count; i++) {
		size_t test = comparison->tests[i];
		struct value value = table_value(table, test, put, f);

		if (!value.known || table_has_failed(comparison->results, test))
			continue;
		total += harmonic ? 1 / value.v : value.v;
		n++;
	}
	if (!n)
		return (struct value){false, 0};
	return (struct value){true, harmonic ? (double)n / total : total / (double)n};
}

void
table_sort(const struct table *table, size_t put, enum field f, size_t *order)
{
	const size_t *tests = table->comparison->tests;
	size_t n = table->comparison->test_count;
	OWNED struct order_key *keys = memory_array(n + 1, sizeof *keys);

	for (size_t i = 0; i < n; i++) {
		struct value value = table_value(table, tests[i], put, f);

		keys[i] = (struct order_key){{value.known ? -value.v : -INFINITY}, tests[i]};
	}
	order_sort(keys, n);
	for (size_t i = 0; i < n; i++)
		order[i] = keys[i].index;
}

bool
table_hides(const struct comparison *comparison, const struct view *view, size_t test)
{
	return view->average ||
	       (view->changed && !comparison_is_listed(comparison, test, COMPARISON_ALL));
}

static void
table_sort_rows(
    const struct comparison *comparison, const struct view *view, bool raw, size_t *order)
{
	const struct table table = {comparison, raw};

	if (view->sort_change)
		comparison_sort(comparison, COMPARISON_ALL, order);
	else if (view->sort_put)
		table_sort(&table, comparison_put(comparison, view->sort_put), view->sort_field,
		    order);
	else if (comparison->test_count)
		memcpy(order, comparison->tests, comparison->test_count * sizeof *order);
}

size_t
table_list(
    const struct comparison *comparison, const struct view *view, bool raw, size_t *order)
{
	size_t n = 0;

	table_sort_rows(comparison, view, raw, order);
	for (size_t i = 0; i < comparison->test_count; i++)
		if (!table_hides(comparison, view, order[i]))
			order[n++] = order[i];
	return n;
}

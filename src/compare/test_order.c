#include <string.h>

#include "compare/test_order.h"
#include "compare/table.h"

bool
test_order_hides(const struct comparison *comparison, const struct view *view, size_t test)
{
	return view->average ||
	       (view->changed && !comparison_is_listed(comparison, test, COMPARISON_ALL));
}

static void
sort(const struct comparison *comparison, const struct view *view, bool raw, size_t *order)
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
test_order_list(
    const struct comparison *comparison, const struct view *view, bool raw, size_t *order)
{
	size_t n = 0, i;

	sort(comparison, view, raw, order);
	for (i = 0; i < comparison->test_count; i++)
		if (!test_order_hides(comparison, view, order[i]))
			order[n++] = order[i];
	return n;
}

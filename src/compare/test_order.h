#ifndef TEST_ORDER_H
#define TEST_ORDER_H

#include "compare/comparison.h"

/* Which tests a view shows, and in which order. */

/* Returns true if the view does not list the test, which its average covers all the same. */
bool test_order_hides(
    const struct comparison *comparison, const struct view *view, size_t test);
/* The tests that the view lists, in the order of its table. order has room for
   comparison->test_count tests. Returns how many there are. raw: the table has counts, else
   ratios, by which it may be sorted. */
size_t test_order_list(
    const struct comparison *comparison, const struct view *view, bool raw, size_t *order);

#endif

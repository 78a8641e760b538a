#include <math.h>
#include <stdlib.h>

#include "explain/order.h"

static int
larger_first(const void *a, const void *b)
{
	const struct order_key *x = a;
	const struct order_key *y = b;
	size_t i;

	for (i = 0; i < sizeof x->of / sizeof *x->of; i++)
		if (x->of[i] != y->of[i])
			return x->of[i] > y->of[i] ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

void
order_sort(struct order_key *keys, size_t n)
{
	qsort(keys, n, sizeof *keys, larger_first);
}

double
order_cost(const struct explanation *explanation,
    const struct explanation_side sides[EXPLANATION_SIDES])
{
	double cost = -INFINITY;
	double v;
	size_t side;

	for (side = 0; side < explanation->sides; side++)
		if (sides[side].here &&
		    explanation_value(explanation, &sides[side], explanation->by, &v) &&
		    v > cost)
			cost = v;
	return isinf(cost) ? 0 : cost;
}

double
order_difference(const struct explanation *explanation,
    const struct explanation_side sides[EXPLANATION_SIDES])
{
	double difference;

	return explanation_difference(explanation, sides, explanation->by, &difference)
	           ? fabs(difference)
	           : 0;
}

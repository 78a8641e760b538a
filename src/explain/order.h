#ifndef ORDER_H
#define ORDER_H

#include "explain/explanation.h"

/* The order of rows and blocks: the larger keys first, the first one that differs decides. */

struct order_key {
	double of[3];
	size_t index; /* of the thing; the smaller one is first of those with the same keys */
};

void order_sort(struct order_key *keys, size_t n);
/* What is spent in the field of the explanation's order on the dearer side. */
double order_cost(const struct explanation *explanation,
    const struct explanation_side sides[EXPLANATION_SIDES]);
/* The size of the difference in that field; 0 if it is unknown. */
double order_difference(const struct explanation *explanation,
    const struct explanation_side sides[EXPLANATION_SIDES]);

#endif

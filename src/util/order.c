#include <stdlib.h>

#include "util/memory.h"
#include "util/order.h"

struct keyed {
	double key;
	size_t number;
};

static int
compare(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;

	if (x->key != y->key)
		return x->key > y->key ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

size_t *
order_by(const double *keys, size_t n)
{
	struct keyed *keyed = memory_new((n + 1) * sizeof *keyed);
	size_t *order = memory_new((n + 1) * sizeof *order);

	for (size_t i = 0; i < n; i++)
		keyed[i] = (struct keyed){keys[i], i};
	qsort(keyed, n, sizeof *keyed, compare);
	for (size_t i = 0; i < n; i++)
		order[i] = keyed[i].number;
	free(keyed);
	return order;
}

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/array.h"
#include "util/order.h"

int
order_numbers(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static int
larger_first(const void *a, const void *b)
{
	const struct order_key *x = a, *y = b;

	for (size_t i = 0; i < COUNTOF(x->of); i++)
		if (x->of[i] != y->of[i])
			return x->of[i] > y->of[i] ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

void
order_sort(struct order_key *keys, size_t n)
{
	qsort(keys, n, sizeof *keys, larger_first);
}

void
order_arrange(const struct order_key *keys, void *v, size_t n, size_t size)
{
	char *things = v, *former = (char *)memory_copy_n(v, n * size);

	for (size_t i = 0; i < n; i++)
		memcpy(things + i * size, former + keys[i].index * size, size);
	free(former);
}

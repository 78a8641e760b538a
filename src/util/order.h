#pragma once

#include <stddef.h>

/* Orders what begins with a uint64_t by it, for qsort and bsearch. */
int order_numbers(const void *a, const void *b);

/* The order of things by numbers. */
struct order_key {
	double of[3];
	size_t index; /* of the thing */
};

/* Sorts keys, larger ones first: by the first number that differs, or the smaller index. */
void order_sort(struct order_key *keys, size_t n);
/* Puts the n things of size bytes at v, one for each key, in the order of sorted keys. */
void order_arrange(const struct order_key *keys, void *v, size_t n, size_t size);

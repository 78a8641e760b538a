#include <stdlib.h>

#include "explain/similar.h"
#include "util/array.h"

static int
by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

void
similar_sort(uint64_t *hashes, size_t n)
{
	qsort(hashes, n, sizeof *hashes, by_value);
}

void
similar_once(uint64_t *hashes, size_t n)
{
	size_t i;

	for (i = n; i > 1; i--)
		if (hashes[i - 1] == hashes[i - 2])
			hashes[i - 1] = 0;
	similar_sort(hashes, n);
}

size_t
similar_known(const uint64_t *hashes, size_t n)
{
	size_t zeros = 0;

	while (zeros < n && !hashes[zeros])
		zeros++;
	return n - zeros;
}

size_t
similar_common(const uint64_t *a, size_t n, const uint64_t *b, size_t m)
{
	size_t common = 0, i = 0, j = 0;

	while (i < n && j < m)
		if (a[i] < b[j])
			i++;
		else if (a[i] > b[j])
			j++;
		else {
			common += a[i] != 0;
			i++;
			j++;
		}
	return common;
}

void
similar_add(struct similar_pairs *pairs, size_t a, size_t b, double score)
{
	*ARRAY_ADD(pairs->v, pairs->n) = (struct similar_pair){{a, b}, score};
}

static int
by_score(const void *a, const void *b)
{
	const struct similar_pair *x = a, *y = b;

	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	if (x->of[0] != y->of[0])
		return x->of[0] < y->of[0] ? -1 : 1;
	return (x->of[1] > y->of[1]) - (x->of[1] < y->of[1]);
}

void
similar_marry(struct similar_pairs *pairs, size_t *const partners[2])
{
	const size_t *of;
	size_t i;

	if (pairs->n)
		qsort(pairs->v, pairs->n, sizeof *pairs->v, by_score);
	for (i = 0; i < pairs->n; i++) {
		of = pairs->v[i].of;
		if (partners[0][of[0]] == SIMILAR_NONE && partners[1][of[1]] == SIMILAR_NONE) {
			partners[0][of[0]] = of[1];
			partners[1][of[1]] = of[0];
		}
	}
	free(pairs->v);
	*pairs = (struct similar_pairs){0};
}

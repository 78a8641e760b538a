#include <math.h>
#include <stdlib.h>

#include "compare/largest.h"
#include "util/memory.h"

static int
compare(const void *a, const void *b)
{
	const struct largest_change *x = a, *y = b;
	double p = fabs(x->change.percent), q = fabs(y->change.percent);

	if (p != q)
		return p > q ? -1 : 1;
	if (x->test != y->test)
		return x->test < y->test ? -1 : 1;
	return (x->put > y->put) - (x->put < y->put);
}

static void
add(struct largest *largest, const struct comparison *comparison, size_t test, size_t put)
{
	struct change change = comparison_decisive(comparison, test, put);

	if (put != comparison->norm && change_is_listed(&change))
		largest->v[largest->n++] = (struct largest_change){test, put, change};
}

void
largest_make(struct largest *largest, const struct comparison *comparison, size_t put)
{
	size_t puts = comparison->results->puts.n, i, k;

	*largest = (struct largest){
	    .v = memory_new(comparison->test_count * puts * sizeof *largest->v)};
	for (i = 0; i < comparison->test_count; i++)
		for (k = 0; k < puts; k++)
			if (put == COMPARISON_ALL || put == k)
				add(largest, comparison, comparison->tests[i], k);
	qsort(largest->v, largest->n, sizeof *largest->v, compare);
}

void
largest_free(struct largest *largest)
{
	free(largest->v);
}

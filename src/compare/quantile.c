#include <math.h>
#include <stdlib.h>

#include "compare/quantile.h"

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void
quantile_sort(double *values, size_t n)
{
	qsort(values, n, sizeof *values, by_value);
}

double
quantile_median(const double *sorted, size_t n)
{
	return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

double
quantile_percentile(const double *sorted, size_t n, unsigned percent)
{
	size_t rank = (n * percent + 99) / 100;

	return rank < n ? sorted[rank - 1] : NAN;
}

/* The probability that k of n values are below the median. */
static double
binomial(size_t n, size_t k)
{
	double x = (double)n, y = (double)k;

	return exp(lgamma(x + 1) - lgamma(y + 1) - lgamma(x - y + 1) - x * log(2));
}

/* The median lies below the value of rank k, or above its mirror image, with the probability
   that less than k of n values are on that side. */
bool
quantile_ranks(size_t n, size_t *low, size_t *high)
{
	const double most = (1 - 0.99) / 2;
	double outside = 0;
	size_t k;

	for (k = 0; k < n && outside + binomial(n, k) <= most; k++)
		outside += binomial(n, k);
	if (!k)
		return false;
	*low = k;
	*high = n + 1 - k;
	return true;
}

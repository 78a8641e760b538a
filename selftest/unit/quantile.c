/* Ranks of intervals of the median, against the published tables of the sign test, and percentiles. */

#include <math.h>
#include <stdint.h>

#include "compare/quantile.h"
#include "tap.h"

/* The lower rank with a confidence of more than 99 %, for 8 to 65 values: K. R. Nair, Table of confidence intervals for
   the median in samples from any continuous population, Sankhya 4 (1940), as Dixon and Massey print it. */
static const size_t published[] = {1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10, 10,
    10, 11, 11, 12, 12, 12, 13, 13, 14, 14, 14, 15, 15, 16, 16, 16, 17, 17, 18, 18, 18, 19, 19, 20, 20, 21, 21, 21, 22,
    22};

/* Exactly, while the binomial coefficients fit: the sum of the n choose i below k is at most 0.005 * 2^n. */
static bool
is_enough(size_t n, size_t k)
{
	uint64_t choose = 1, sum = 0;

	for (size_t i = 0; i < k; i++) {
		sum += choose;
		choose = choose * (n - i) / (i + 1);
	}
	return sum <= ((uint64_t)1 << n) / 200;
}

static void
test_ranks(void)
{
	size_t low = 0, high = 0, wrong = 0;

	for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
		size_t n = i + 8;

		ok(quantile_ranks(n, &low, &high) && low == published[i] && high == n + 1 - low,
		    "the ranks of %zu values: %zu and %zu", n, low, high);
	}
	for (size_t n = 8; n <= 56; n++) {
		quantile_ranks(n, &low, &high);
		wrong += !is_enough(n, low) || is_enough(n, low + 1) || high != n + 1 - low;
	}
	ok(!wrong, "and those of 8 to 56 values are the narrowest");
	ok(quantile_ranks(10000, &low, &high) && low == 4871 && high == 5130,
	    "those of many do not overflow: %zu and %zu", low, high);
	for (size_t n = 0; n < 8; n++)
		ok(!quantile_ranks(n, &low, &high), "%zu values have none", n);
}

static void
test_values(void)
{
	double values[100], one[] = {7}, four[] = {4, 1, 3, 2};

	for (size_t i = 0; i < 100; i++)
		values[i] = (double)(100 - i);
	quantile_sort(values, 100);
	quantile_sort(four, 4);
	ok(values[0] == 1 && values[99] == 100, "sorted");
	ok(quantile_median(four, 4) == 2.5, "the median of an even number is a mean");
	ok(quantile_median(four, 3) == 2, "that of an odd one is a value");
	ok(quantile_percentile(values, 100, 90) == 90, "p90 of 100 values");
	ok(quantile_percentile(values, 100, 99) == 99, "p99 of 100 values");
	ok(isnan(quantile_percentile(four, 4, 90)), "p90 is not the largest of few values");
	ok(quantile_percentile(values, 10, 90) == 9, "but the last but one of 10");
	ok(isnan(quantile_percentile(values, 99, 99)), "99 values have no p99");
	ok(quantile_percentile(four, 4, 50) == 2, "p50 of 4 values");
	ok(isnan(quantile_percentile(one, 1, 1)), "one value has no percentiles");
}

int
main(void)
{
	test_ranks();
	test_values();
	return tap_done();
}

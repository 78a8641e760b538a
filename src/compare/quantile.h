#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Order statistics, which assume nothing of how the values are distributed. Values are sorted
   in ascending order; n is at least 1. */

void quantile_sort(double *values, size_t n);
/* The middle value, or the mean of both. */
double quantile_median(const double *sorted, size_t n);
/* The least value that is not exceeded by at least that many percent of all, from 1 to 99. NAN
   if that is the largest: there are too few values. */
double quantile_percentile(const double *sorted, size_t n, unsigned percent);
/* The ranks, from 1 to n, between whose values the median of what was sampled lies with a
   probability of at least 99 %: the narrowest symmetric pair. Returns false if there are
   too few values: less than 8. */
bool quantile_ranks(size_t n, size_t *low, size_t *high);

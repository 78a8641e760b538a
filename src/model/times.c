#include <stdlib.h>

#include "model/times.h"
#include "util/array.h"

struct time_sample *
times_add(struct times *times)
{
	struct time_sample *sample = ARRAY_ADD(times->v, times->n);

	*sample = (struct time_sample){.fixed = {0}};
	return sample;
}

double
times_iteration(const struct times *times, size_t sample, enum variant variant)
{
	const uint64_t *ns = times->v[sample].ns[variant];

	return ((double)ns[LENGTH_LONG] - (double)ns[LENGTH_SHORT]) /
	       (double)times->iterations[variant];
}

double
times_operation(const struct times *times, size_t sample, unsigned long ops)
{
	return (times_iteration(times, sample, VARIANT_ACTIVE) -
	           times_iteration(times, sample, VARIANT_EMPTY)) /
	       (double)ops;
}

uint64_t
times_fixed(const struct times *times, size_t sample)
{
	const uint64_t *fixed = times->v[sample].fixed;

	return fixed[VARIANT_EMPTY] < fixed[VARIANT_ACTIVE] ? fixed[VARIANT_EMPTY]
	                                                    : fixed[VARIANT_ACTIVE];
}

void
times_free(struct times *times)
{
	if (times)
		free(times->v);
	free(times);
}

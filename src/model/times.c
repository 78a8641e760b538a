#include <stdlib.h>

#include "model/times.h"
#include "util/memory.h"

struct time_sample *
times_add(struct times *times)
{
	if (!(times->n & (times->n - 1)))
		times->v =
		    memory_resize(times->v, times->n ? 2 * times->n : 1, sizeof *times->v);
	times->v[times->n] = (struct time_sample){.fixed = {0}};
	return &times->v[times->n++];
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

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "model/field.h"

/* The times that a clock showed of a cell, outside of valgrind. A sample is four loops in one
   memory layout; each variant is a process of its own. */

struct time_sample {
	uint64_t ns[VARIANT_COUNT][LENGTH_COUNT]; /* with start-up and setup of the loop */
	uint64_t fixed[VARIANT_COUNT];            /* what a fixed loop took in that process */
};

struct times {
	uint64_t
	    iterations[VARIANT_COUNT]; /* of the short loop; the long one has twice as many */
	uint64_t tick;                 /* the smallest tick of the clock, in ns */
	struct time_sample *v;         /* in the order in which they were taken */
	size_t n;
};

/* Adds an empty sample and returns it; valid until the next one is added. */
struct time_sample *times_add(struct times *times);
/* Nanoseconds of one iteration in a sample, without setup. */
double times_iteration(const struct times *times, size_t sample, enum variant variant);
/* Nanoseconds of one operation in a sample: an active iteration without what the empty one
   takes, divided by the operations. It may be negative. */
double times_operation(const struct times *times, size_t sample, unsigned long ops);
/* The faster of the sample's two runs of the fixed loop, in ns. */
uint64_t times_fixed(const struct times *times, size_t sample);
/* Accepts NULL. */
void times_free(struct times *times);

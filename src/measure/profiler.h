#ifndef PROFILER_H
#define PROFILER_H

#include "code/images.h"
#include "model/results.h"
#include "valgrind/callgrind.h"
#include "valgrind/load_map.h"

/* The profile of a cell, from what callgrind found in the same four measurements. */

struct profiler_measurement {
	struct callgrind_out out;
	struct load_map map; /* of its process */
};

struct profiler {
	struct profiler_measurement measurements[VARIANT_COUNT][LENGTH_COUNT];
	unsigned ended; /* how many measurements have, with or without a file */
};

/* What a profile is made for. Borrows everything. */
struct profiled {
	const struct cell *cell; /* with its counts */
	bool once;               /* it is measured once */
	const char *program;     /* the test's own executable; NULL: it has none */
	const char *symbol;      /* of the test, which names in it may contain */
	const char *function;    /* what the function with the test's code is called in it */
	struct images *images;
	bool emulated; /* QEMU counted, which corrects nothing and loses nothing */
};

/* In a profile, the path of the test's own executable, which is removed after the run and so
   has no build id either. */
#define PROFILER_PROGRAM "program"

/* Makes the profile. Returns NULL if its sums are not the cell's counts, with *why set to a
   line that names a field and both numbers; the caller frees it. */
struct profile *profiler_profile(
    const struct profiler *profiler, const struct profiled *of, char **why);
/* Accepts NULL. */
void profiler_free(struct profiler *profiler);

#endif

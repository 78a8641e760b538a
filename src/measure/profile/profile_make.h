#pragma once

#include "code/image.h"
#include "model/results.h"
#include "outfile/callgrind.h"
#include "outfile/load_map.h"

/* The profile of a cell, from what callgrind found in the same four measurements. */

struct profiling_process {
	struct callgrind_out out;
	struct load_map map;
};

/* A command may start further processes. */
struct profiling_measurement {
	struct profiling_process *v;
	size_t n;
};

/* The findings so far about a task that is profiled. */
struct profiling {
	struct profiling_measurement measurements[VARIANT_COUNT][LENGTH_COUNT];
	unsigned ended; /* how many measurements have, with or without a file */
};

/* The test that a profile is made for. Borrows everything. */
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
#define PROFILE_OWN_PATH "program"

/* Makes the profile. Returns NULL if its sums are not the cell's counts, with *why set to a
   line that names a field and both numbers; the caller frees it. */
struct profile *profile_make(
    const struct profiling *found, const struct profiled *of, char **why);
void profiling_free(struct profiling *found);

#pragma once

#include <stdbool.h>

#include "measure/host_files.h"
#include "model/memory_layout.h"
#include "model/results.h"
#include "valgrind/valgrind.h"

/* With its code at this many places a test reaches every multiple of 16 in a cache line. */
enum { CONFIG_COPIES = 4 };

/* The objects of users' sources that were compiled before, so that measuring the same tests
   again, as --check and --jitter do, compiles none of them again. Their targets are borrowed.
 */
struct object_store {
	struct stored_object *v;
	size_t n;
};

/* A run keeps these cells in case that it is interrupted. */
struct partial {
	/* With the cells that are settled: at first those that an interrupted run measured,
	   then all of each batch that ended, borrowed. The others were not tried. */
	struct results kept;
	char *path;
	bool goes_on; /* measuring goes on after the run, so that the end is saved, too */
};

/* The settings with which a run measures. They stay the same while the run lasts. */
struct config {
	const struct valgrind *valgrind;
	struct memory_layout layout;
	const struct engine *engine; /* for programs of the host's machine; NULL: valgrind */
	bool forks;                  /* servers fork measured processes where they can */
	unsigned real;    /* what all programs leave to chance: a set of enum chance */
	unsigned jobs;    /* children at once */
	unsigned timeout; /* seconds for each child, and each measurement */
	const char *keep; /* directory for sources, programs and commands; NULL: none */
	/* Objects of sources, for the next run with the same targets. */
	struct object_store *objects;
	/* The interpreters' labels that the engine fork was found not to fork; kept as long. */
	struct words *unforkable;
	struct host_files *files; /* what processes read, noted here; kept as long */
	bool looks;               /* at what the tests' setup declares */
	bool profiles;            /* find out where the counts of each cell come from */
	/* Programs are timed instead of counted: what does so; otherwise NULL. Then each test
	   is there CONFIG_COPIES times, one after the other. */
	struct time_stage *clocking;
	const char *norm; /* the put without which no other can be judged; NULL: none */
	/* Takes what failed when cells were measured again. */
	struct remeasure_failures *failed;
	struct partial *partial; /* NULL: nothing is kept */
	bool verbose;            /* a line on stderr for each cell */
	bool debug;              /* for each measurement and each command */
};

/* Tells how measuring ended. Failures of single cells are in the cells. */
enum measure_end {
	MEASURE_DONE,
	MEASURE_UNFIT, /* no put can be measured, or not the one that the others need */
	MEASURE_FAILED /* something else prevents measuring, such as a full disk */
};

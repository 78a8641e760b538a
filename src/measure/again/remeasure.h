#pragma once

#include "input/target.h"
#include "measure/measure.h"

/* Some tests of results that exist, measured again on the same puts, or on one of them. */
struct remeasure {
	const struct results *before;
	struct targets targets;
	struct config config;   /* how they are measured; may be changed until then */
	struct results results; /* its puts are borrowed, its tests are copies */
	size_t *rows;           /* of its tests in the earlier results */
	size_t first;           /* the column of its first put there */
	char *how;              /* how they were measured, if failures are to be said */
};

/* A cell that was measured again, and the same cell of the earlier results. */
struct remeasured {
	size_t next;      /* of remeasure_next */
	size_t test, put; /* in the results of remeasure */
	struct cell *now, *before;
};

/* Begins without a test, with the loop counts of before, and with all puts that targets are of,
   the first of which is in that column of before. The configuration is the same, but keeps no
   files and takes no profiles. */
void remeasure_begin(struct remeasure *rerun, const struct results *before, size_t first,
    const struct targets *targets, const struct config *config);
/* Adds a test of before and returns its copy, valid until the next one is added. */
struct test *remeasure_add(struct remeasure *rerun, size_t row);
/* Measures the tests, if there are any. */
enum measure_end remeasure_measure(struct remeasure *rerun);
/* Goes to the next cell, test by test; start with {0}. Returns false after the last one. */
bool remeasure_next(const struct remeasure *rerun, struct remeasured *cell);
/* Notes in config->failed which cells failed that did not fail before, and how they were
   measured. Returns how many there are. */
size_t remeasure_report(struct remeasure *rerun, const char *how);
/* Forgets the failures of a test of rerun. */
void remeasure_forget(struct remeasure *rerun, size_t test);
void remeasure_free(struct remeasure *rerun);

/* Measures that failed again. Starts as {0}. */
struct remeasure_failures {
	struct remeasure_failed {
		char *how;              /* how they were measured */
		struct results results; /* its puts are borrowed */
	} * v;
	size_t n;
};

void remeasure_failures_free(struct remeasure_failures *failed);

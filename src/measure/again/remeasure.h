#pragma once

#include "input/target.h"
#include "measure/measure.h"

/* Some tests of results that exist, measured again on the same puts. */
struct remeasure {
	const struct results *before;
	struct results results; /* its puts are borrowed, its tests are copies */
	size_t *rows;           /* of its tests in the earlier results */
};

/* A cell that was measured again, and the same cell of the earlier results. */
struct remeasured {
	size_t next;      /* of remeasure_next */
	size_t test, put; /* in the results of remeasure */
	struct cell *now, *before;
};

/* Begins with the loop counts and puts of before, and no test. */
void remeasure_begin(struct remeasure *rerun, const struct results *before);
/* Adds a test of before and returns its copy, valid until the next one is added. */
struct test *remeasure_add(struct remeasure *rerun, size_t row);
/* Measures them with this configuration, but keeps no files and no profiles. */
enum measure_end remeasure_measure(
    struct remeasure *rerun, struct targets *targets, const struct config *config);
/* Goes to the next cell, test by test; start with {0}. Returns false after the last one. */
bool remeasure_next(const struct remeasure *rerun, struct remeasured *cell);
/* Says which cells failed that did not fail before, and how they were measured. Returns how
   many there are. */
size_t remeasure_report(
    const struct remeasure *rerun, const struct config *config, const char *how);
/* Forgets the failures of a test of rerun. */
void remeasure_forget(struct remeasure *rerun, size_t test);
void remeasure_free(struct remeasure *rerun);

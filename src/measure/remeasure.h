#ifndef REMEASURE_H
#define REMEASURE_H

#include "input/target.h"
#include "measure/config.h"
#include "model/results.h"

/* Some tests, to be measured again on the puts of results. */
struct remeasure {
	struct results results; /* its puts are borrowed, its tests are copies */
	size_t *rows;           /* of its tests in the results before */
};

/* With the loop counts of before, and no test. */
void remeasure_begin(struct remeasure *again, const struct results *before);
/* Adds a test of before, and returns its copy; good until the next one is added. */
struct test *remeasure_add(struct remeasure *again, const struct results *before, size_t row);
/* Adds all that have counts on some put. */
void remeasure_add_measured(struct remeasure *again, const struct results *before);
/* Measures them, under these config but that nothing is kept. */
void remeasure_measure(
    struct remeasure *again, struct targets *targets, const struct config *config);
/* The cell of before for that test of again and that put. */
struct cell *remeasure_before(
    const struct remeasure *again, const struct results *before, size_t test, size_t put);
/* Says which cells failed that did not before, and how they were measured; returns how many
   there are. */
size_t remeasure_report(struct remeasure *again, const struct results *before, const char *how);
/* Forgets how a test of again failed. */
void remeasure_forget(struct remeasure *again, size_t test);
void remeasure_free(struct remeasure *again);

#endif

#ifndef AGAIN_H
#define AGAIN_H

#include "results.h"
#include "settings.h"
#include "target.h"

/* Some tests, to be measured again on the puts of results. */
struct again {
	struct results results; /* its puts are borrowed, its tests are copies */
	size_t *rows;           /* of its tests in the results before */
};

/* With the loop counts of before, and no test. */
void again_begin(struct again *again, const struct results *before);
/* Adds a test of before, and returns its copy; good until the next one is added. */
struct test *again_add(struct again *again, const struct results *before, size_t row);
/* Adds all that have counts on some put. */
void again_add_measured(struct again *again, const struct results *before);
/* Measures them, under these settings but that nothing is kept. */
void again_measure(
    struct again *again, struct targets *targets, const struct settings *settings);
/* The cell of before for that test of again and that put. */
struct cell *again_before(
    const struct again *again, const struct results *before, size_t test, size_t put);
/* Says which cells failed that did not before, and how they were measured; returns how many
   there are. */
size_t again_report(struct again *again, const struct results *before, const char *how);
/* Forgets how a test of again failed. */
void again_forget(struct again *again, size_t test);
void again_free(struct again *again);

#endif

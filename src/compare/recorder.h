#ifndef RECORDER_H
#define RECORDER_H

#include "compare/history.h"
#include "model/filter.h"

/* Collects what a history needs of saved runs, which are read one after the other, in any
   order. */
struct recorder;

/* fields: of all runs, borrowed; shown: those that the history has. */
struct recorder *recorder_new(const struct fields *fields, field_set shown);
/* Adds a run; the results may be freed then. */
void recorder_add(struct recorder *recorder, const struct results *results, const char *file);
/* Adds a run that could not be read, and why. */
void recorder_add_wrong(struct recorder *recorder, const char *file, const char *why);
/* How many runs were added, and what is known of each. */
size_t recorder_count(const struct recorder *recorder);
const struct history_run *recorder_run(const struct recorder *recorder, size_t run);
/* The names of all tests and of all labels, in the order in which they were added. */
const struct tests *recorder_tests(const struct recorder *recorder);
const struct words *recorder_labels(const struct recorder *recorder);
/* Makes the history of the runs in that order, the oldest first: of the labels, or of all if
   there are none, and of the tests that tests matches, or of all if it is NULL. */
void recorder_make(const struct recorder *recorder, const size_t *order,
    const struct words *labels, const struct filter *tests, struct history *history);
void recorder_free(struct recorder *recorder);

#endif

#ifndef BASELINE_H
#define BASELINE_H

#include "model/results.h"

/* A saved run that others are compared with: one column, the first, with a label of its own, so
   that the same put can stand beside it. What does not fit ends the program with STATUS_USAGE
   or STATUS_FAILURE. */

#define BASELINE_LABEL "baseline"

/* Reads the file. */
void baseline_read(struct results *baseline, const char *path);
/* Leaves one put: the only one, or that with the label of the only one of read and now. */
void baseline_choose(struct results *baseline, const char *path, const struct puts *read,
    const struct puts *now);
/* Checks that it has a test in common with results, and their loop counts. */
void baseline_check(
    const struct results *baseline, const char *path, const struct results *results);
/* Puts it in front of the others, behind whose tests stand those that it alone has, and leaves
   it empty. */
void baseline_merge(struct results *baseline, const char *path, struct results *results);

#endif

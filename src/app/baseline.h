#pragma once

#include "model/results.h"

/* A saved run that puts are compared with. It becomes the first column, with a label of its
   own, so that the same put can be measured again beside it. A baseline that does not fit ends
   the program with STATUS_USAGE or STATUS_FAILURE. */

#define BASELINE_LABEL "baseline"

/* Keeps one put: the only one, or the one with the same label as the only put of read and
   now. */
void baseline_choose(struct results *baseline, const char *path, const struct puts *read,
    const struct puts *now);
/* Checks that it shares a test, and the loop counts, with results. */
void baseline_check(
    const struct results *baseline, const char *path, const struct results *results);
/* Makes it the first column of results and appends the tests that only it has. Leaves it
   empty. */
void baseline_merge(struct results *baseline, const char *path, struct results *results);

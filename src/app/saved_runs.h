#pragma once

#include "app/options.h"
#include "model/results.h"

/* Saved runs that are read. */

/* Reads them into results, which must be empty: joins the shards of each run, and puts the runs
   side by side. What cannot be joined ends the program, or is shown with --force: then it is
   neither saved nor judged. */
void saved_runs_read(struct results *results, const struct options *options);

/* The baseline is a saved run that puts are compared with. It becomes the first column, with a
   label of its own, so that the same put can be measured again beside it. A baseline that does
   not fit ends the program with STATUS_USAGE or STATUS_FAILURE. */

#define BASELINE_LABEL "baseline"

/* Keeps one put: the only one, or the one with the same label as the only put of read and
   now. */
void saved_runs_choose_baseline(struct results *baseline, const char *path,
    const struct puts *read, const struct puts *now);
/* Checks that it shares a test, and the loop counts, with results. */
void saved_runs_check_baseline(
    const struct results *baseline, const char *path, const struct results *results);
/* Makes it the first column of results and appends the tests that only it has. Leaves it
   empty. */
void saved_runs_merge_baseline(
    struct results *baseline, const char *path, struct results *results);

#pragma once

#include "app/options.h"
#include "model/results.h"

/* The saved runs of --read. */

/* Reads them into results, which must be empty: joins the shards of each run, and puts the runs
   side by side. What cannot be joined ends the program, or is shown with --force: then it is
   neither saved nor judged. */
void saved_runs_read(struct results *results, const struct options *options);

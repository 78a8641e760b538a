#pragma once

#include "input/target.h"
#include "measure/run.h"

/* Before any cell is measured, each target is tried: it compiles its language's "main", or runs
   an empty script. run->trials says how many of these commands have not ended. Each function
   returns MEASURE_DONE, or why the run must end, having said why. */

/* Queues the commands. */
enum measure_end prepare_begin(struct run *run, struct targets *targets);
/* Takes the end of one of them, of AIM_TRY. */
enum measure_end prepare_done(
    struct run *run, struct targets *targets, const struct job_event *event);
/* When all have ended, judges what they showed. No other job may run, unless
   prepare_is_short. */
enum measure_end prepare_end(struct run *run, struct targets *targets);
/* Returns true if tests may be compiled meanwhile: nothing is measured unless the only target
   is fit, no further command tries it, and it leaves no files in the user's directory. */
bool prepare_is_short(const struct targets *targets);

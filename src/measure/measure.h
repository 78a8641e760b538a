#pragma once

#include "input/target.h"
#include "measure/config.h"
#include "model/results.h"

/* A run that measures every test of results on every target and fills in the cells. The targets
   are in the order of results->puts. A run leaves no file but those in config->keep and no
   process behind, also if the program exits in the middle. There is only one at a time. */
struct measure;

/* Begins a run, which borrows everything until it is closed. */
struct measure *measure_begin(
    struct results *results, struct targets *targets, const struct config *config);
/* Goes on with the run. Returns true if config->partial has more than before, which the caller
   saves before it goes on, and false if the run has ended. */
bool measure_go_on(struct measure *m);
/* Frees a run, and says what went wrong unless it returns MEASURE_DONE. A signal that
   interrupted the run ends the program here. */
enum measure_end measure_close(struct measure *m);
/* Does all of that, and saves nothing. May be called again, as for another layout. */
enum measure_end measure_run(
    struct results *results, struct targets *targets, const struct config *config);

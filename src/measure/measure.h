#pragma once

#include "input/target.h"
#include "measure/config.h"
#include "model/results.h"

/* Measures every test of results on every target and fills in the cells. The targets are in the
   order of results->puts. Prints what went wrong unless it returns MEASURE_DONE. Leaves no file
   but those in config->keep and no process behind, also if the program exits in the middle. A
   signal that interrupts it ends the program. May be called again, as for another layout. */
enum measure_end measure_run(
    struct results *results, struct targets *targets, const struct config *config);

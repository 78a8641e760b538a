#ifndef MEASURE_H
#define MEASURE_H

#include "input/target.h"
#include "measure/config.h"
#include "model/results.h"

/* Measures every test of results on every target: builds, runs, fills in the cells. targets
   stand in the order of results->puts. A put that cannot even compile an empty program is
   answered with a message, and the program ends. A signal that interrupts the run ends the
   program by that signal. Nothing is left behind but config->keep. It may be called again, as
   for another layout. */
void measure_run(struct results *results, struct targets *targets, const struct config *config);

#endif

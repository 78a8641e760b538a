#ifndef JITTER_H
#define JITTER_H

#include "input/target.h"
#include "measure/config.h"
#include "model/results.h"

/* Measures again what was measured, in the layouts 1 to n of layout.h, and adds to each cell
   what it counts there; a cell that fails in one is not measured in it. results: of the
   targets. Returns how many did, about which it said why. */
size_t jitter_measure(
    struct results *results, struct targets *targets, const struct config *config, unsigned n);

#endif

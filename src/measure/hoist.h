#ifndef HOIST_H
#define HOIST_H

#include "input/target.h"
#include "measure/config.h"
#include "model/results.h"

/* Adds VERDICT_HOISTED to the cells whose code costs more once the compiler must take it that
   the objects of setup may be others in every turn. Tests that expect it are passed over, and
   so are languages that do not say how to hide an object. results: of the targets, measured.
   Returns of how many cells it is not known, about which it said why. */
size_t hoist_find(
    struct results *results, struct targets *targets, const struct config *config);

#endif

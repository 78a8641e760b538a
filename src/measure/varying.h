#ifndef VARYING_H
#define VARYING_H

#include "input/target.h"
#include "measure/config.h"
#include "model/results.h"

/* Measures again what was measured, to see what one measurement cannot tell: adds
   VERDICT_VARYING to the cells whose turns behind the long loop, in another layout, do not cost
   what they cost, and VERDICT_HOISTED. results: of the targets. Returns of how many cells
   VERDICT_HOISTED is not known, about which it said why. */
size_t varying_find(
    struct results *results, struct targets *targets, const struct config *config);

#endif

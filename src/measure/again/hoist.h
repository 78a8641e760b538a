#pragma once

#include "input/target.h"
#include "measure/measure.h"

/* Adds VERDICT_HOISTED to the cells whose code costs more if the compiler must assume that the
   objects of setup may change in every iteration, and VERDICT_SHARED to those whose code costs
   less if it must forget what "pre" gave its objects, and says which. Skips tests that expect
   the verdict, and languages that do not say how to hide an object. results: those of the
   targets, measured. Leaves in *unknown for how many cells it could not tell, having said why.
 */
enum measure_end hoist_find(struct results *results, struct targets *targets,
    const struct config *config, size_t *unknown);

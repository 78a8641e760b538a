#ifndef VARYING_H
#define VARYING_H

#include "input/target.h"
#include "measure/measure.h"

/* Measures again what was measured, with more iterations and in another layout, and adds
   VERDICT_VARYING to the cells whose later iterations do not cost what the earlier ones do.
   results: those of the targets. */
enum measure_end varying_find(
    struct results *results, struct targets *targets, const struct config *config);

#endif

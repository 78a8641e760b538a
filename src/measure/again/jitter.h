#ifndef JITTER_H
#define JITTER_H

#include "input/target.h"
#include "measure/measure.h"

/* Measures again what was measured, in the layouts 1 to n of model/memory_layout.h, and adds
   the counts to each cell. A cell that fails in a layout has no counts for it. results: those
   of the targets. Says which cells failed, and leaves their number in *failed. */
enum measure_end jitter_measure(struct results *results, struct targets *targets,
    const struct config *config, unsigned n, size_t *failed);

#endif

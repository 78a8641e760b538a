#pragma once

#include "input/target.h"
#include "measure/measure.h"

/* Measures again, in other memory layouts, what was measured. results: those of the targets. */

/* Adds to each cell its counts in the layouts 1 to n of model/memory_layout.h. A cell that
   fails in a layout has no counts for it. Says which cells failed; *failed: how many. */
enum measure_end layouts_measure(struct results *results, struct targets *targets,
    const struct config *config, unsigned n, size_t *failed);
/* Adds VERDICT_VARYING to the cells whose later iterations do not cost what the earlier ones
   do, in another layout, too. */
enum measure_end layouts_find_varying(
    struct results *results, struct targets *targets, const struct config *config);

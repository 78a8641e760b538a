#pragma once

#include "input/target.h"
#include "measure/measure.h"

/* Cells whose puts read files of the host that changed since they were noted in config->files.
   results: those of the targets. */

/* Measures them again, having said which, and notes the files anew. */
enum measure_end changed_measure(
    struct results *results, struct targets *targets, const struct config *config);
/* Fails them: what was measured since no longer belongs together. */
void changed_fail(
    struct results *results, const struct targets *targets, const struct config *config);

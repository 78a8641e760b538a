#pragma once

#include "input/target.h"
#include "measure/measure.h"

/* Executes again, in single steps of the processor, what was counted in another way, and adds
   VERDICT_MACHINE to the cells for which it takes another number of instructions. It needs no
   list of what valgrind does otherwise. Leaves out what would take long, what has such a
   verdict already, and what the engine step does not count. */
enum measure_end processor_compare(
    struct results *results, struct targets *targets, const struct config *config);

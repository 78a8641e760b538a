#ifndef PREPARE_H
#define PREPARE_H

#include "input/target.h"
#include "measure/run.h"

/* Before any cell is measured, tries each target: compiles its language's "main", or runs an
   empty script. Stops at the first that fails, and prints why; or at a signal, and returns
   MEASURE_DONE. */
enum measure_end prepare_targets(struct run *run, struct targets *targets);

#endif

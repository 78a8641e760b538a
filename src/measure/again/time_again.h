#pragma once

#include "input/target.h"
#include "measure/measure.h"

enum { TIME_SECONDS = 1 };

/* Times what was measured and is compiled, or a command, and adds the times to the cells. Each
   cell takes about so many seconds; 0: as many as its test says, otherwise TIME_SECONDS. Each
   test is compiled and linked once more. results: those of the targets. Says why cells have no
   times, and adds the number of failures to *failed. */
enum measure_end time_again(struct results *results, struct targets *targets,
    const struct config *config, double seconds, size_t *failed);

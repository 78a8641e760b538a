#ifndef SAVEFILE_TIMES_H
#define SAVEFILE_TIMES_H

#include "savefile/savefile_reader.h"

/* What a clock showed of a cell:
       {"turns": [262144, 32768], "step": 25, "samples": [[1,2,3,4,5,6], ...]}
   turns: the iterations of the short loop, empty and active; step and samples: in ns. A sample
   is what empty short, empty long, active short and active long took, and the fixed loop in the
   process of the empty and of the active variant. */

void savefile_times_add(struct text *t, const struct times *times);
void savefile_times_read(struct savefile_reader *r, const json_t *json, struct cell *cell);

#endif

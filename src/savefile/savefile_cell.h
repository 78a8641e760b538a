#ifndef SAVEFILE_CELL_H
#define SAVEFILE_CELL_H

#include "savefile/savefile_reader.h"

/* A cell in a saved file. Its counts:
       [[empty short, empty long], [active short, active long]]
   each of the four an object of fields with strings of digits, without those that QEMU does
   not count. */

void savefile_cell_add(struct text *t, const struct cell *cell);
/* Reads the counts into cell, which is measured afterwards. */
void savefile_cell_read(struct savefile_reader *r, const json_t *json, struct cell *cell);

/* What a clock showed of it:
       {"turns": [262144, 32768], "step": 25, "samples": [[1,2,3,4,5,6], ...]}
   turns: the iterations of the short loop, empty and active; step and samples: in ns. A sample
   is what empty short, empty long, active short and active long took, and the fixed loop in the
   process of the empty and of the active variant. */

void savefile_cell_add_times(struct text *t, const struct times *times);
void savefile_cell_read_times(struct savefile_reader *r, const json_t *json, struct cell *cell);

#endif

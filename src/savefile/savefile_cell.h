#ifndef SAVEFILE_CELL_H
#define SAVEFILE_CELL_H

#include "savefile/savefile_reader.h"

/* The counts of one cell in a saved file:
       [[empty short, empty long], [active short, active long]]
   each of the four an object of fields with strings of digits, without those that QEMU does
   not count. */

void savefile_cell_add(struct text *t, const struct cell *cell);
/* Reads the counts into cell, which is measured afterwards. */
void savefile_cell_read(struct savefile_reader *r, const json_t *json, struct cell *cell);

#endif

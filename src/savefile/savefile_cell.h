#ifndef SAVEFILE_CELL_H
#define SAVEFILE_CELL_H

#include "model/results.h"
#include "util/document.h"

/* The counts of a cell in a saved file:
       [[empty short, empty long], [active short, active long]]
   each of them an object of fields and strings of digits. */

void savefile_cell_add(struct text *t, const struct cell *cell);
/* The cell is measured then. */
void savefile_cell_read(struct document *doc, const json_t *json, struct cell *cell);
/* The cell of that test and of the put whose label the key is, which becomes the place; there
   must be one. */
struct cell *savefile_cell_labelled(
    struct document *doc, const struct results *results, size_t test, const char *key);

#endif

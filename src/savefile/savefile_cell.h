#ifndef SAVEFILE_CELL_H
#define SAVEFILE_CELL_H

#include "model/results.h"
#include "util/jsonfile.h"

/* The counts of one cell in a saved file:
       [[empty short, empty long], [active short, active long]]
   each of the four an object of fields with strings of digits, without those that QEMU does
   not count. */

void savefile_cell_add(struct text *t, const struct cell *cell);
/* Reads the counts into cell, which is measured afterwards. */
void savefile_cell_read(struct jsonfile *doc, const json_t *json, struct cell *cell);

/* What the cells of one test count in other layouts:
       {label: [{"stack": 2512, "heap": 1584, "code": 1136, "counts": [[...], [...]]}, ...]}
   where counts is null if the cell failed. */

/* Adds ',"jitter":' and its value, or nothing if no cell was measured in other layouts. */
void savefile_cell_add_jitter(struct text *t, const struct results *results, size_t test);
void savefile_cell_read_jitter(
    struct jsonfile *doc, const json_t *json, struct results *results, size_t test);

/* The row of the test of that name, and the cell of that row and label. A name that the file
   did not list ends the program. */
size_t savefile_cell_test(
    const struct jsonfile *doc, const struct results *results, const char *name);
struct cell *savefile_cell_find(
    const struct jsonfile *doc, const struct results *results, size_t test, const char *label);

#endif

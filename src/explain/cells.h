#ifndef CELLS_H
#define CELLS_H

#include "model/results.h"
#include "util/words.h"

/* Cells as messages name them. */

/* Adds "sum on gcc-12" unless it is there. */
void cells_add(struct words *cells, const struct results *results, size_t test, size_t put);
/* Adds the first of them to t: "sum on gcc-12, max on gcc-12 and 3 more". */
void cells_list(const struct words *cells, struct text *t);

#endif

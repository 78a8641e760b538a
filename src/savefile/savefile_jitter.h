#ifndef SAVEFILE_JITTER_H
#define SAVEFILE_JITTER_H

#include "model/results.h"
#include "util/document.h"

/* What the cells of a test count in other layouts, in a saved file:
       {label: [{"stack": 2512, "heap": 1584, "code": 1136, "counts": [[...], [...]]}, ...]}
   with null for the counts where the cell failed. */

/* Adds ',"jitter":' and that, or nothing where there is none. */
void savefile_jitter_add(struct text *t, const struct results *results, size_t test);
void savefile_jitter_read(
    struct document *doc, json_t *json, const struct results *results, size_t test);

#endif

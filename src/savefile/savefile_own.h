#ifndef SAVEFILE_OWN_H
#define SAVEFILE_OWN_H

#include "model/results.h"
#include "util/document.h"

/* What stands under the key "cgbench" of a saved file: the language, the puts' arguments word
   by word, their fingerprints, where the tests came from, and the cells that failed. */

/* Adds it to results, whose tests, puts and cells have been read. */
void savefile_own_read(struct document *doc, struct span span, struct results *results);

#endif

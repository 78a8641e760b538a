#ifndef SAVEFILE_OWN_H
#define SAVEFILE_OWN_H

#include "model/results.h"
#include "util/document.h"

/* Reads the value of the key "cgbench" in a saved file: the language, the arguments of the puts
   word by word, their fingerprints, where the tests came from, and the cells that failed. Adds
   it to results, whose tests, puts and cells have been read. */
void savefile_own_read(struct document *doc, struct span span, struct results *results);

#endif

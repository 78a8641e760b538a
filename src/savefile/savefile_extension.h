#ifndef SAVEFILE_EXTENSION_H
#define SAVEFILE_EXTENSION_H

#include "model/results.h"
#include "util/jsonfile.h"

/* Reads cgbench's extension of bench.pl's format, the value of the key "cgbench": the language,
   the arguments of the puts word by word, their fingerprints and provenance, where the tests
   came from, the cells that failed, and the profiles. Adds it to results, whose tests, puts and
   cells have been read. */
void savefile_extension_read(struct jsonfile *doc, struct span span, struct results *results);

/* Adds only the definitions of derived fields that are in it. */
void savefile_extension_derived(
    struct jsonfile *doc, struct span span, struct words *definitions);

#endif

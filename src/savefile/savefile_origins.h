#ifndef SAVEFILE_ORIGINS_H
#define SAVEFILE_ORIGINS_H

#include "model/results.h"
#include "util/jsonfile.h"

/* Reads the member "tests" of the extension, by test: where the test and each of its parts were
   defined, and what is known of its cells besides their counts. */
void savefile_origins_read(struct jsonfile *doc, struct span span, struct results *results);

#endif

#ifndef SAVEFILE_ORIGINS_H
#define SAVEFILE_ORIGINS_H

#include "model/results.h"
#include "util/document.h"

/* Reads the member "tests" of the extension, by test: where the test and each of its parts were
   defined, and what is known of its cells besides their counts. */
void savefile_origins_read(struct document *doc, struct span span, struct results *results);

#endif

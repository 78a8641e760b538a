#ifndef PREBUILT_H
#define PREBUILT_H

#include "model/results.h"

/* Code of the user's that no put compiled: object files and libraries in ldflags. */

/* Adds the words, as they are in ldflags, that name such code and are the same for all puts of
   one run that measured one of the n tests, each word once: there the counts of these puts do
   not tell what they make of that code. */
void prebuilt_shared(
    struct words *words, const struct results *results, const size_t *tests, size_t n);

#endif

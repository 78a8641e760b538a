#ifndef COMPARABLE_H
#define COMPARABLE_H

#include <stdbool.h>

#include "model/put.h"

/* Whether the counts of puts that were measured at different times can be compared, by their
   fingerprints. */

/* Why the counts of two puts cannot be compared, in words, or are not
   known to be fit for it; NULL: they can. same: both should be one and the same, so that they
   need the same C library, and of a program that is looked up in $PATH the same version. The
   caller frees. */
char *comparable_difference(const struct put *a, const struct put *b, bool same);
/* Compares the fingerprints of the puts of all files read, and of those that are measured now,
   and ends the program where their counts cannot be compared; force: only says so. verbose:
   also says what else is not the same. One line each. */
void comparable_check(
    const struct puts *read, const struct puts *now, bool force, bool verbose);

#endif

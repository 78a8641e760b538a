#pragma once

#include <stdbool.h>

#include "model/put.h"

/* Tells by fingerprints whether counts measured at different times are comparable. */

/* Why the counts of two puts are not comparable, or not known to be, in words; NULL if they are
   comparable. same: both are meant to be the same program, so that they need the same machine,
   the same C library and, for a program that is looked up in $PATH, the same version. The
   caller frees. */
char *comparable_difference(const struct put *a, const struct put *b, bool same);
/* Why a and b, one put in two shards, are not of one run: "'a' of one.json and 'a' of two.json
   differ in the C library ('2.36', '2.37')". They must have the same fingerprint but for the
   kernel, and the same commit if both have one. NULL if they are. The caller frees. */
char *comparable_shards(const struct put *a, const struct put *b);
/* Returns the changed traits between two runs of one program that its counts depend on: "the C
   library
   ('2.36', '2.37'), ...". NULL if nothing did, or if that is unknown because one of the puts
   has no fingerprint. The caller frees. */
char *comparable_change(const struct put *before, const struct put *after);
/* Compares the fingerprints of all puts that were read and of those measured now, and adds to
   notes what the user has to know, one line each. Returns false if their counts are not
   comparable and force is not set: the last note says so. verbose: also notes other
   differences. */
bool comparable_check(const struct puts *read, const struct puts *now, bool force, bool verbose,
    struct words *notes);

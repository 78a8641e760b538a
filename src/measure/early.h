#ifndef EARLY_H
#define EARLY_H

#include "input/target.h"
#include "model/results.h"

/* Why the counts of an interpreter's script, all four, tell that its process did not make all
   of its turns; or NULL. A script may not be able to say whether it did, or it was a child of
   the process that came to its end and said so. */
const char *early_why(
    const struct target *target, const struct cell *cell, const unsigned long *loops);

#endif

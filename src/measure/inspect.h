#ifndef INSPECT_H
#define INSPECT_H

#include "input/target.h"
#include "measure/config.h"
#include "model/results.h"

/* Finds out what the counts of the puts will depend on. */

/* Gives the puts of results, which the targets are made of, their fingerprints, and their cells
   the numbers of the tests' text. grindargs: those of the options. path, sha256 and version are
   only looked for where all is asked for, as by results that are to be saved: they take some
   time. */
void inspect(struct results *results, const struct targets *targets,
    const struct config *config, const struct words *grindargs, bool all);

#endif

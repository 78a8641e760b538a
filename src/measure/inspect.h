#pragma once

#include "input/target.h"
#include "measure/config.h"
#include "model/results.h"

/* Finds out what the counts of the puts depend on. */

/* Gives the puts of results their fingerprints, and the cells the fingerprints of their tests,
   in place of earlier ones.
   The targets are those of the puts; grindargs: the options'. all: also finds path, sha256 and
   version, which takes some time and is only needed by results that are saved or compared. */
void inspect(struct results *results, const struct targets *targets,
    const struct config *config, const struct words *grindargs, bool all);
/* The first line, not empty, that the put prints when it is asked for its version; "" if it
   cannot be asked. The caller frees. */
char *inspect_version(const struct target *target, unsigned timeout);

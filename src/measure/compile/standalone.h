#pragma once

#include "input/target.h"
#include "model/results.h"
#include "model/standalone_source.h"

/* Makes tests that stand alone from what was saved, and from the user's files as they are now.
   Only the compilers of this run are started, to see what they make of them. */

/* Makes the source of a test, whose cells were measured, for puts of the same language. Takes
   over puts, of which there is at least one. targets: the last puts, which are those of this
   run. */
void standalone_make(struct standalone_source *source, const struct results *results,
    const struct languages *languages, const struct targets *targets, size_t test, size_t *puts,
    size_t n);

#pragma once

#include "measure/compile/compile.h"
#include "measure/compile/program.h"

/* The second stage links the tests of a batch that may be linked together to one program, and
   each of the others to its own. If tests do not link together, each is linked alone, so that
   the failure names its test. A program that is so large that calls in it may cost more than in
   that of one test is linked in halves. Programs that are ready are added to run->linked. */

/* Takes over the batch. */
void link_batch(struct batch *batch);
/* Takes the end of the command that links the program. */
void link_done(struct program *program, const struct outcome *outcome);

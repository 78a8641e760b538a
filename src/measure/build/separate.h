#ifndef SEPARATE_H
#define SEPARATE_H

#include "measure/build/program.h"

/* Links a program once more, so that its tests have no part of the linkage table in common; see
   code/calls.h. Only the first link tells which functions are in shared libraries. If that
   cannot be done, the program remains as it is. Each of these returns true if the program is
   being linked, and false if it is ready. */

/* Takes a program that was linked. */
bool separate_begin(struct program *program);
/* Takes the end of the command that links it again. */
bool separate_take(struct program *program, const struct outcome *outcome);

#endif

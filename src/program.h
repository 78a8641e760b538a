#ifndef PROGRAM_H
#define PROGRAM_H

#include "work.h"

/* The tests that are linked together, and are measured as one program. */

/* Links the objects of the works, n of one target and with the same ldflags, and measures them;
   they are its own from now on. Where they do not link together, each is linked alone. */
void program_begin(struct site *site, struct work *const *works, size_t n);

#endif

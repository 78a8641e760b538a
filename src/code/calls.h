#pragma once

#include <stdbool.h>

#include "code/stub.h"
#include "util/words.h"

/* A linker makes one stub and one place for each function of a shared library that a program
   calls, in an order of its own. So the other tests of a program would decide which cache
   lines and which entries of the branch predictor the calls of a test use. */

/* Copies the object file of a test, and gives it stubs and places of its own for the imports.
   Both begin on pages of their own. symbol: the name of the test; start, n: from stub_start, or
   n is 0 for code that calls without stubs, which gets places only.
   Returns false if the object refers to none of them or cannot be read or written. */
bool calls_separate(const char *from, const char *to, const char *symbol,
    const struct words *imports, const unsigned char *start, size_t n);
/* Returns true if the dynamic linker fills in the places of all such stubs. If it does not,
   the linker made them refer to stubs of its own. */
bool calls_are_separate(const struct image *image, const unsigned char *start, size_t n);

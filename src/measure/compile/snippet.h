#pragma once

#include "input/target.h"
#include "util/words.h"

/* Code that compilers make of a test, for people and for languages with "brief". */

/* Compiles a source with the flags of a test to what the option says, "-c" or "-S", and adds it
   to made. Returns false if that fails. */
bool snippet_compile(const struct target *target, const struct test *test, const char *option,
    const char *source, struct text *made);
/* The code of a test as a function, whose parameters are the values that the code boxes:
   "unsigned f(unsigned a) { return a % 6 * 8; }". "" if the code only calls a function of the
   preamble, which is it then. NULL unless the code is one boxed expression, of literals that
   are boxed and of variables declared as such, and no part but the preamble matters to it. Sets
   *name to the function's if there is one. The caller frees both. */
char *snippet_function(const struct target *target, const struct test *test, char **name);
/* Adds the instructions and labels of that function, which is in the source. Returns false if
   that does not compile. */
bool snippet_assembly(const struct target *target, const struct test *test, const char *source,
    const char *name, struct words *lines);

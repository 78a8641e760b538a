#pragma once

#include "input/target.h"
#include "model/test.h"

/* The messages of compilers and linkers. */

/* The number of warnings in the output of a compiler or linker. Warnings about lines of the
   generated source do not count, unless they refer to a line elsewhere. source: how it is named
   in the messages; NULL: all lines are the user's. */
size_t diagnostics_warnings(const char *said, const char *source);
/* Returns what to say before the messages of a compiler of C or C++ that refused a test: in one
   line and an empty one, which of its brackets has no partner; or "". Macros may make that
   right, so it is said only if the first error is about a line of the source that cgbench made,
   or the last one of the preamble, whose number what follows it has. source: how that source is
   named in the messages. The caller frees. */
char *diagnostics_odd(
    const struct target *target, const struct test *test, const char *source, const char *said);

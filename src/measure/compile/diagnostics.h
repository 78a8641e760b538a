#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The messages of compilers and linkers. */

/* How many warnings are in what one of them said. Those about lines of the generated source do
   not count, unless they refer to a line elsewhere. source: how it is named in the messages;
   NULL: all lines are the user's. */
size_t diagnostics_warnings(const char *said, const char *source);
/* Whether the first error in what a compiler said begins with that place, such as "test.c:". */
bool diagnostics_blame(const char *said, const char *place);

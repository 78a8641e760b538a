#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/failure.h"
#include "util/text.h"

/* The first error of a compiler. If tests share its place, as in a header, it is the cause of
   their failures, whatever else is wrong with either test. */

/* The length of the output's lines up to that error and its place; 0: they are not known. */
size_t cause_length(const struct failure *failure);
/* The line of an output that says what is wrong, without its end, behind the place that stands
   above it in Fortran; NULL: none does. Adds the rest of the output to rest: all of it or,
   unless all is true, the source that a compiler shows there, or an interpreter's other lines.
   The caller frees. */
char *cause_take(
    const struct failure *failure, const char *output, bool all, struct text *rest);

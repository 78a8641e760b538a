#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/failure.h"

/* The first error of a compiler. Where tests share its place, as in a header, it is the cause
   of their failures, whatever else is wrong with either test. */

/* The length of the output's lines up to that error and its place; 0: they are not known. */
size_t cause_length(const struct failure *failure);
/* Whether a compiler's output has an error. */
bool cause_has_error(const char *output);

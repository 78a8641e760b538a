#pragma once

#include "input/target.h"
#include "util/text.h"

/* What compilers make of a test that people read, for languages with "brief". */

/* Compiles a source with the flags of a test to what the option says, "-c" or "-S", and adds it to
   made. Returns false if that fails. */
bool snippet_compile(const struct target *target, const struct test *test, const char *option,
    const char *source, struct text *made);

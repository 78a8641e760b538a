#pragma once

#include "input/target.h"

/* Returns true if the test has "flags". */
bool build_flags_given(const struct target *target, const struct test *test);
/* Adds the arguments with which the build of the test's "flags", a compile_commands.json,
   compiles a file: those that say what its text means or, with the word "all", all of them.
   Adds nothing if the test has no "flags", or words is NULL. Returns false if that build does
   not compile the file. Ends the program with one line if the JSON cannot be read. */
bool build_flags_add(struct words *words, const struct target *target, const struct test *test,
    const char *file);

#pragma once

#include <stdbool.h>

#include "input/target.h"

/* Hides the parameters of a test, the objects of its setup and what is in memory from the
   compiler, by the language's "opaque", "renew" and "settle". */

/* Drops the names whose statements the compilers objected to. output: that of all compilers of
   a test whose objects were hidden in each iteration; it must be complete, because a statement
   is known by the number of its name. Returns true if any name was dropped. */
bool opaque_drop(struct words *names, const char *output);
/* Changes a test so that the names and memory are hidden in each iteration, before "pre", or
   once, after "setup". */
void opaque_hide(struct test *test, const struct target *target, const struct words *names,
    bool each_iteration);

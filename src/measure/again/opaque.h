#pragma once

#include <stdbool.h>

#include "input/target.h"

/* Hides objects of a test from the compiler: those of setup by the language's "opaque", those
   that "pre" gives a value by its "renew". */

enum opaque_place {
	OPAQUE_ONCE,      /* after setup */
	OPAQUE_EACH,      /* before "pre", in each iteration */
	OPAQUE_AFTER_PRE, /* likewise, after "pre" */
};

/* Adds the names in a test's setup that may be objects. Of some the compiler says otherwise. */
void opaque_names(struct words *names, const struct test *test, const struct target *target);
/* Drops the names whose statements the compilers objected to. output: that of all compilers of
   a test whose objects were hidden in each iteration; it must be complete, because a statement
   is known by the number of its name. Returns true if any name was dropped. */
bool opaque_drop(struct words *names, const char *output);
/* Changes a test so that the names are hidden there. */
void opaque_hide(struct test *test, const struct target *target, const struct words *names,
    enum opaque_place place);

#pragma once

#include "input/target.h"

/* The objects of a test that its parts share, found in C, C++ and Rust by how they are
   declared. A name that is found is one of an object, or the test does not compile; not all are
   found. */

/* Adds the names that "pre" declares or assigns, or that setup or a parameter declares and
   "pre" may write. Not those that it gives to DO_NOT_OPTIMIZE after all else. */
void objects_of_pre(struct words *names, const struct target *target, const struct test *test);
/* Adds the names, of parameters, setup and "pre", that "post" mentions. */
void objects_of_post(struct words *names, const struct target *target, const struct test *test);

#pragma once

#include "input/target.h"

/* The objects of a test that its parts share, found in C, C++ and Rust by how they are
   declared. A name that is found is one of an object, or the test does not compile; not all are
   found. */

/* Adds the names of what the compiler may not compute elsewhere: for "pre", the objects that it
   declares or assigns, or that setup or a parameter declares and it may write, but not those
   for which nothing is left to compute; for "post", the objects of parameters, setup and "pre"
   that it mentions. members: also their members that the code or "post" names; of an object of
   which "post" names no more, only those. */
void objects_of(struct words *names, const struct target *target, const struct test *test,
    enum part_kind kind, bool members);

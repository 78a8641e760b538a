#pragma once

#include "input/target.h"
#include "measure/measure.h"

/* Gives VERDICT_HOISTED to the cells whose code costs more if the compiler must assume that the
   objects of setup may change in every iteration, and takes it from those whose code does not.
   With all, adds VERDICT_SHARED to those whose code costs less if it must forget what "pre"
   gave its objects, and says which; without, looks only at tests with a cell that has
   VERDICT_HOISTED. Skips tests that expect the verdict, and languages that do not say how to
   hide an object. results: those of the targets, measured. Leaves in *unknown for how many
   cells it could not tell. */
enum measure_end hoist_find(struct results *results, struct targets *targets,
    const struct config *config, bool all, size_t *unknown);

/* Drops the names whose statements the compilers objected to. output: that of all compilers of
   a test whose objects were hidden in each iteration; it must be complete, because a statement
   is known by the number of its name. Returns true if any name was dropped. */
bool hoist_drop(struct words *names, const char *output);
/* Changes a test so that the names and memory are hidden in each iteration, before "pre", or
   once, after "setup", by the language's "opaque", "renew" and "settle". */
void hoist_hide(struct test *test, const struct target *target, const struct words *names,
    bool each_iteration);

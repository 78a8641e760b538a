#ifndef PLAN_TESTS_H
#define PLAN_TESTS_H

#include "cli/options.h"
#include "input/target.h"
#include "model/test.h"

/* Makes the tests if the user named no file with tests: those of -e, that of --command, or
   those of the suite for the language of the targets. */
void plan_tests_make(struct tests *tests, const struct targets *targets,
    const struct languages *languages, const struct options *o);

#endif

#ifndef OPAQUE_H
#define OPAQUE_H

#include <stdbool.h>

#include "input/target.h"

/* Tests with the objects of their setup hidden from the compiler, by the language's "opaque".
 */

/* Adds the names in a test's setup that may be those of its objects. Some are not, and the
   compiler says so. */
void opaque_names(struct words *names, const struct test *test, const struct target *target);
/* Drops the names to whose statements in a test hidden in each turn the output of compilers
   objects: of all that compiled it, as statements are known by their number among the names.
   Returns whether there were any. */
bool opaque_drop(struct words *names, const char *output);
/* Changes a test: the names are hidden in each turn, in front of pre, or once behind setup. */
void opaque_hide(
    struct test *test, const struct target *target, const struct words *names, bool each_turn);

#endif

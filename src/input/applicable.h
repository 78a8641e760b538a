#pragma once

#include "input/language.h"
#include "input/target.h"
#include "model/test.h"

/* Checks that tests and puts fit together; ends the program with STATUS_USAGE if not. */

/* Requires that all puts have the same language. remedy: what to do if they do not. */
void applicable_same(const struct targets *targets, const char *remedy);
/* Decides which puts see keys without a language (a target's "plain"). Refuses keys of unknown
   languages, puts that no test has code for, and keys without meaning in the language of a put.
 */
void applicable_check(
    struct tests *tests, struct targets *targets, const struct languages *languages);

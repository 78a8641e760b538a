#ifndef APPLICABLE_H
#define APPLICABLE_H

#include "input/language.h"
#include "input/target.h"
#include "model/test.h"

/* Whether tests and puts go together; where not, the program ends with STATUS_USAGE. */

/* What is wanted needs one language for all puts; remedy: what to do where they have several.
 */
void applicable_same(const struct targets *targets, const char *remedy);
/* Settles for which puts the keys are that name no language (targets' "plain"). Refuses keys of
   unknown languages, puts that no test has code for, and keys that mean nothing to the language
   of a put. */
void applicable_check(
    struct tests *tests, struct targets *targets, const struct languages *languages);

#endif

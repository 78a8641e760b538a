#ifndef CHOOSE_H
#define CHOOSE_H

#include "model/results.h"

/* Choices made by name. A name that matches nothing ends the program with STATUS_USAGE. */

/* Keeps the tests that spec chooses: "a,b", each of which must exist, or "/regex/". verbose: a
   message about an unknown name lists all tests. */
void choose_tests(struct results *results, const char *spec, bool verbose);
/* The same, but names that do not exist are ignored, and it may keep no test at all. */
void choose_tests_there(struct results *results, const char *spec);
/* Keeps the tests of that shard, which may be none; notes in results what the whole run is. */
void choose_shard(struct results *results, const struct shard *shard);
/* Checks that each of params (param_option) is the parameter of a test. */
void choose_params(const struct tests *tests, const struct words *params);
/* The label of the put that spec means: its number from 0, or from -1 at the right; its label;
   or its executable if only one put has it. option, noun ("put"): for the message. Borrows from
   puts. */
const char *choose_put(
    const struct puts *puts, const char *spec, const char *option, const char *noun);

#endif

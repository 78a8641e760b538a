#pragma once

#include "model/results.h"

/* Choices made by name. A name that matches nothing ends the program with STATUS_USAGE. */

/* Keeps the tests that spec chooses: "a,b" or "/regex/". strict: each name must exist, and at
   least one test must remain; otherwise unknown names are ignored. verbose: a message about an
   unknown name lists all tests. */
void choose_tests(struct results *results, const char *spec, bool strict, bool verbose);
/* Keeps the tests of that shard, which may be none; notes in results what the whole run is. */
void choose_shard(struct results *results, const struct shard *shard);
/* Checks that each of params (see param_option_name) is the parameter of a test. */
void choose_params(const struct tests *tests, const struct words *params);
/* The label of the put that spec means: its number from 0, or from -1 at the right; its label;
   or its executable if only one put has it. option: for the message. Borrows from puts. */
const char *choose_put(const struct puts *puts, const char *spec, const char *option);

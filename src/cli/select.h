#ifndef SELECT_H
#define SELECT_H

#include "model/results.h"

/* Choices that are made by name. All end the program with STATUS_USAGE where nothing fits. */

/* Keeps the tests that spec names: "a,b", each of which must exist, or "/regex/". verbose: a
   message about an unknown name lists all. */
void select_tests(struct results *results, const char *spec, bool verbose);
/* Likewise of the tests that are there, be it none. */
void select_tests_there(struct results *results, const char *spec);
/* Keeps the tests that have one of those verdicts on any put; of no verdict, those that have
   none. Returns whether there are any. */
bool select_verdicts(struct results *results, verdict_set verdicts);
/* The put that spec means: its number from 0, or from -1 at the right; its label; or its
   executable where only one put has it. option: who asks, for the message. */
size_t select_put(const struct puts *puts, const char *spec, const char *option);

#endif

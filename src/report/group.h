#ifndef GROUP_H
#define GROUP_H

#include "model/results.h"

/* Groups tests with equal messages, so that each message is printed once. */

/* Takes the first of the texts, one for each test or NULL, and all that are equal: frees them
   and names their tests: "a, b, c". Unless all is true, only the first ten are named, and the
   others counted. Returns the first of these tests, or tests->n if there is no text. The caller
   frees *names. */
size_t group_take(char **texts, const struct tests *tests, bool all, char **names);

#endif

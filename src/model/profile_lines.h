#ifndef PROFILE_LINES_H
#define PROFILE_LINES_H

#include "model/profile.h"
#include "model/test.h"

/* Gives the steps that are on lines of a test's benchfile the lines that the same text has in
   another version of the test, as of a benchfile in which other tests were edited since. A line
   whose text is not in it becomes unknown. */
void profile_lines_move(
    struct profile *profile, const struct test *from, const struct test *to);

#endif

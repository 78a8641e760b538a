#ifndef LOCATE_H
#define LOCATE_H

#include <stdbool.h>

#include "input/target.h"
#include "model/test.h"

/* What a compiler or an interpreter said about the program of a test, for people who know only
   the benchfile. Positions in the source, which the language's "position" matches, become
   FILE:LINE of the benchfile; those of other lines are left. symbol: of a compiled test; active
   and count: which of an interpreter's scripts. The caller frees. */
char *locate(const struct target *target, const struct test *test, const char *symbol,
    bool active, unsigned long count, const char *said);

#endif

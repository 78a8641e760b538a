#ifndef LOCATE_H
#define LOCATE_H

#include <stdbool.h>

#include "input/target.h"
#include "model/test.h"

/* What a compiler or an interpreter said about the program of a test, for people who know only
   the benchfile: where it names a line of the source, in the way that the language's "position"
   matches, that line of the benchfile is named instead, as FILE:LINE. Lines that come from
   nowhere in the benchfile are left. symbol: of a compiled test; active and count: which of the
   scripts of an interpreter. The caller frees. */
char *locate(const struct target *target, const struct test *test, const char *symbol,
    bool active, unsigned long count, const char *said);

#endif

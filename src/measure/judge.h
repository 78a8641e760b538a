#ifndef JUDGE_H
#define JUDGE_H

#include "model/results.h"

/* What a measured cell's counts and its object file tell about it: that it is empty, folded or
   rep. object: of a compiled test, whose function is called symbol; else NULL. */
verdict_set judge(const struct cell *cell, const struct test *test,
    const unsigned long loops[LENGTH_COUNT], const char *object, const char *symbol);

#endif

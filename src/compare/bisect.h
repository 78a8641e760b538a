#ifndef BISECT_H
#define BISECT_H

#include "model/results.h"

/* Judges the one cell of results. Prints "Bisect: Ir had the value 127" and returns STATUS_OK
   if min <= value <= max, else STATUS_NO; 105.1 is outside 100 to 105. Without counts, or with
   an unexpected verdict, it says why and returns STATUS_SKIP, or STATUS_FAILURE if that is
   cgbench's own failure. */
int bisect_judge(const struct results *results, enum field f, long long min, long long max);

#endif

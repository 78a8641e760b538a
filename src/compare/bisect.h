#ifndef BISECT_H
#define BISECT_H

#include "model/results.h"

/* Judges the one cell of results: prints "Bisect: Ir had the value 127" and returns STATUS_OK
   where min <= value <= max, STATUS_NO outside, STATUS_SKIP where the cell has no counts,
   and STATUS_FAILURE where that is not for the snippet. A value that is not whole is judged as
   it is: 105.1 is outside of 100 to 105. */
int bisect_judge(const struct results *results, enum field f, long long min, long long max);

#endif

#ifndef FAILURES_H
#define FAILURES_H

#include "model/results.h"

/* Prints every failure on standard error, put by put, and returns their number. Of equal
   failures in a row only the first ten are shown; the others are counted. */
size_t failures_print(const struct results *results);

#endif

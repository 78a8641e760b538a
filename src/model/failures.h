#ifndef FAILURES_H
#define FAILURES_H

#include "model/results.h"

/* Prints every failure on standard error, put by put; returns how many there are. Of equal
   failures in a row the first ten are shown and the rest is counted. */
size_t failures_print(const struct results *results);

#endif

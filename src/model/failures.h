#ifndef FAILURES_H
#define FAILURES_H

#include "model/results.h"

/* Prints every failure on standard error, put by put. Equal failures of a put are told once,
   with the command of the first; all: with the names of all their tests. Returns true if a
   command names files below FAILURE_DIR. */
bool failures_print(const struct results *results, bool all);

#endif

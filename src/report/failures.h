#ifndef FAILURES_H
#define FAILURES_H

#include "model/results.h"

/* Prints every failure on standard error, put by put. Those of a put with the same cause are
   told once, with the command of the first and the output that they share; all: only equal ones
   are, with the names of all their tests. Returns true if a command names files below
   FAILURE_DIR. */
bool failures_print(const struct results *results, bool all);

#endif

#pragma once

#include "model/results.h"

/* Prints every failure on standard error, put by put. Failures of a put with the same cause
   are reported once, with the output that they share; all: only equal ones are, with the names
   of all their tests and the command of the first. Returns true if a command names files below
   FAILURE_DIR. */
bool failures_print(const struct results *results, bool all);

/* Prints what compilers and linkers warned of in tests that they built all the same, put by
   put; equal warnings are printed once, with the names of their tests. They are not
   saved. */
void failures_print_warnings(const struct results *results);
/* Prints how many there are, if any, and that -v shows them. */
void failures_count_warnings(const struct results *results);

#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

#include "model/results.h"

/* Says of every cell that failed or on which a verdict was passed that its test does not expect
   "TEST on LABEL: ...", a line for each, and last how many are left. unknown: of how many cells
   VERDICT_HOISTED is not known. Returns STATUS_OK where all is well, STATUS_NO where there was
   something to say, else STATUS_FAILURE. */
int check_print(const struct results *results, size_t unknown, FILE *out);

#endif

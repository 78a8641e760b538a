#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

#include "results.h"

/* Says of every cell that failed or on which a verdict was passed that its test does not expect
   "TEST on LABEL: ...", a line for each, and last how many are left. Returns STATUS_OK where
   these are all, else STATUS_NO. */
int check_print(const struct results *results, FILE *out);

#endif

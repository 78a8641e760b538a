#pragma once

#include <stdio.h>

#include "model/results.h"

/* Prints "TEST on LABEL: ..." for each failure and each unexpected verdict on these fields, and
   last how many counts are good. A cell that varies by at most so many percent is. unknown: for
   how many cells VERDICT_HOISTED could not be determined. Returns STATUS_NO if a cell is not
   sound, else STATUS_FAILURE if unknown is not 0, else STATUS_OK. */
int check_print(
    const struct results *results, field_set fields, double percent, size_t unknown, FILE *out);

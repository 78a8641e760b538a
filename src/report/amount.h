#pragma once

#include <stdbool.h>

#define AMOUNT_SIZE 64

/* Shows a count per iteration: "176.0", with one decimal, or two if it is below 10 and not
   whole. A number that two decimals would show as 0 has as many as it takes. sign: "+4.50".
   Returns buffer, which has AMOUNT_SIZE bytes. */
char *amount_show(double value, bool sign, char *buffer);

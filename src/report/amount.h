#ifndef AMOUNT_H
#define AMOUNT_H

#include "compare/calc.h"

/* Totals over all turns, shown as a table shows counts: per execution of the snippet, divided
   by the test's operations ("ops"). */

struct amount_scale {
	double turns; /* that a total covers */
	double ops;   /* operations in one of them */
};

struct amount_scale amount_scale_of(const struct results *results, size_t test, size_t put);
/* The total for one operation, as calc_value has it. */
double amount_of(const struct amount_scale *scale, int64_t total);

#define AMOUNT_SIZE 64
/* Shows a number of counts: "176.0", one decimal; two if it is below 10 and not whole. A number
   that two decimals would show as 0 has as many as it takes. signs: "+4.50". Returns buffer,
   which has AMOUNT_SIZE bytes. */
char *amount_show_value(double value, bool signs, char *buffer);
/* The same of a total for one operation. */
char *amount_show(const struct amount_scale *scale, int64_t total, bool signs, char *buffer);

#endif

#ifndef REPORT_H
#define REPORT_H

#include <stdio.h>

#include "results.h"

/* The text output, in bench.pl's layout. */

#define REPORT_NONE ((size_t)-1)

struct view {
	field_set fields;
	bool raw;     /* counts instead of ratios */
	bool average; /* only the AVERAGE entry */
	size_t norm;    /* the put that is 100 % */
	size_t compact; /* the put shown with one line per test; REPORT_NONE: not compact */
	size_t sort_put; /* REPORT_NONE: file order */
	enum field sort_field;
};

void report_print(const struct results *results, const struct view *view, FILE *out);
/* One line per failed cell on stderr, with its stage, command and output. Returns how many. */
size_t report_failures(const struct results *results);

#endif

#ifndef VIEW_H
#define VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "model/field.h"
#include "util/terminal.h"

/* What the user wants to see of the results. Puts are numbers of columns. */

#define REPORT_NONE ((size_t)-1)

struct rulings;

struct view {
	field_set fields;
	bool raw;        /* counts instead of ratios */
	bool average;    /* only the AVERAGE entry */
	size_t norm;     /* the put that is 100 % */
	size_t compact;  /* the put shown with one line per test; REPORT_NONE: not compact */
	size_t sort_put; /* REPORT_NONE: file order */
	enum field sort_field;
	bool sort_change;              /* the largest change first, instead */
	bool summary;                  /* the summary and what changed, instead of a table */
	bool changed;                  /* only tests that changed */
	double least;                  /* percent; a change up to that is none */
	const struct rulings *rulings; /* of gates; NULL: there are none */
	enum colors colors;            /* of text */
	size_t width;                  /* of its lines; 0: that of the terminal, if it is one */
};

#endif

#ifndef EXPLAIN_TABLE_H
#define EXPLAIN_TABLE_H

#include "report/explain/explain_page.h"

/* A part of an explanation as a table of a field: its rows in order, and in words. */

/* The columns of a pair: its sides and their difference. One put alone has its own number and
   its share of the whole, in percent. */
enum { EXPLAIN_TABLE_NUMBERS = EXPLANATION_SIDES + 1 };

struct explain_row {
	const struct explanation_row *of; /* NULL: the sum of others */
	char *name;
	char *numbers[EXPLAIN_TABLE_NUMBERS]; /* NULL: no column */
	double values[EXPLANATION_SIDES];     /* what the first numbers show */
	enum color color;                     /* of the difference */
	char *rest;                           /* what else is known; NULL: nothing */
};

struct explain_rows {
	struct explain_row *v;
	size_t n;
};

struct explain_table {
	const struct explain_page *page;
	enum field field;
	const struct explanation_part *part;
	struct explain_rows shown;  /* sum to the whole; some are sums of folded rows */
	struct explain_rows folded; /* the others, last those that cost nothing in the field */
};

/* Unless the page shows all, rows of the same cost are one, and so are those that matter least.
   The caller calls explain_table_free. */
struct explain_table explain_table_make(
    const struct explain_page *page, enum field f, const struct explanation_part *part);
size_t explain_table_columns(const struct explain_table *table);
/* The head of a column; the caller frees. A label is cut, because it is above short numbers. */
char *explain_table_head(const struct explain_table *table, size_t column);
void explain_table_free(struct explain_table *table);

#endif

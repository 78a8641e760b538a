#ifndef EXPLAIN_COLUMNS_H
#define EXPLAIN_COLUMNS_H

#include "report/explain/explain_page.h"

/* Instructions of one side in columns: what each is counted as, its label, its text, and what
   else it costs. Start from {0}. */
struct explain_columns {
	size_t count, label, text, note; /* their widths */
};

/* The columns of a step, which must have an instruction. Strings are owned. */
struct explain_cells {
	char *count; /* as how many instructions it is counted, or "loop" */
	char *label; /* ".1:", or "" */
	char *text;
	char *note; /* "Dr, COND_m 0.50": its events besides Ir, those of each time without
	               number */
};

struct explain_cells explain_columns_cells(
    const struct explain_page *page, const struct explanation_step *step);
void explain_columns_free(struct explain_cells *cells);

/* Makes room for a step, which must have an instruction. */
void explain_columns_fit(struct explain_columns *columns, const struct explain_page *page,
    const struct explanation_step *step);
size_t explain_columns_width(const struct explain_columns *columns);
/* Takes what is too much for that width from the texts of instructions. */
void explain_columns_cut(struct explain_columns *columns, size_t width);
/* The line of a step; the caller frees. */
char *explain_columns_line(const struct explain_columns *columns,
    const struct explain_page *page, const struct explanation_step *step);

#endif

#ifndef EXPLAIN_PAGE_H
#define EXPLAIN_PAGE_H

#include <stdio.h>

#include "explain/explanation.h"
#include "explain/selection.h"
#include "report/source_lines.h"
#include "util/terminal.h"

/* An explanation ready to be printed as text. */
struct explain_page {
	FILE *out;
	struct terminal terminal; /* its width is known */
	bool all;
	bool left; /* the snippet was optimised away: also show its loop */
	/* Of what is explained, from explain_page_open on. */
	const struct comparison *comparison;
	size_t test;
	size_t puts[EXPLANATION_SIDES]; /* one put alone is both */
	struct explanation *explanation;
	char *labels[EXPLANATION_SIDES];       /* of the puts, fit for display */
	struct source_lines *lines;            /* of each side, whose tests may differ */
	const struct explanation_row **places; /* rows of source lines, by file and line */
	size_t place_count;
	bool saved[EXPLANATION_SIDES]; /* in a file, by a run before */
};

/* Explains what is selected, whose cells must have profiles. The page borrows the comparison.
 */
void explain_page_open(struct explain_page *page, const struct comparison *comparison,
    const struct selected *selected);
void explain_page_close(struct explain_page *page);

/* A field's value of a side; 0 if it has none. */
double explain_page_value(
    const struct explain_page *page, const struct explanation_side *side, enum field f);
/* The value of the field that the explanation is sorted by. */
double explain_page_cost(const struct explain_page *page, const struct explanation_side *side);
/* Whether the loop around the snippet is shown with the code of the row's function. */
bool explain_page_shows_loop(
    const struct explain_page *page, const struct explanation_row *row);
/* Adds the numbers of a side to a sum, which begins as {0}. */
void explain_page_add(struct explanation_side *sum, const struct explanation_side *side);
/* The name of a field. */
const char *explain_page_field(const struct explain_page *page, enum field f);
/* The row of a source line; NULL: it has none. */
const struct explanation_row *explain_page_line_row(
    const struct explain_page *page, const char *file, unsigned line);
/* "FILE:LINE", or the file alone if line is 0: its base name, unless there is another file of
   that name. The caller frees. */
char *explain_page_position(const struct explain_page *page, const char *file, unsigned line);

/* Returns true if there is code that the test brought, not only an interpreter's. */
bool explain_page_has_own(const struct explain_page *page);
/* The name of a function in at most width columns: a longer one without what is in its <...>
   and in its (...), and of one that is still too long the last parts. The caller frees. */
char *explain_page_function(const char *name, size_t width);

/* Where the function of a row is, fit for display: its library, or its source file if there are
   several of that name. NULL: that is not shown. The caller frees. */
char *explain_page_place(const struct explain_page *page, const struct explanation_row *row);

/* The label of a side, as the user wrote it. */
const char *explain_page_label(const struct explain_page *page, size_t side);
/* "LABEL VALUE" of each side, and of two "DIFFERENCE (PERCENT)", with its colour. The caller
   frees. */
struct words explain_page_values(
    const struct explain_page *page, enum field f, enum color *color);
/* Says on which puts the test has a verdict that leaves nothing, or next to nothing, of its
   code. NULL: on none; the caller frees. */
char *explain_page_verdict(const struct explain_page *page, enum verdict verdict);
/* The fields wanted, each if its parts sum to it, or else the counted ones that it is made of;
   or Ir if there are none. */
field_set explain_page_fields(const struct explain_page *page, field_set wanted);

/* Prints a line, fit for display, without blanks at its end, and cut where the page ends. */
void explain_page_line(const struct explain_page *page, const char *line);
/* Prints a sentence, in as many lines as it takes. */
void explain_page_say(const struct explain_page *page, const char *sentence);

/* The code, by its cost in the field that the explanation is sorted by. */
void explain_code_print(const struct explain_page *page);

#endif

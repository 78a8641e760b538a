#pragma once

#include "explain/explanation.h"
#include "explain/selection.h"
#include "report/document/doc.h"
#include "report/source_lines.h"

/* An explanation ready to be printed, as text or as HTML. */
struct explain_page {
	struct doc *doc;
	size_t width; /* of the text */
	size_t index; /* HTML: of what is selected */
	bool *linked; /* HTML: by row, whether the first instruction of the line was added */
	bool all;
	bool annotate;                 /* sources in place of code */
	bool intel[EXPLANATION_SIDES]; /* code in Intel's syntax */
	bool left;                     /* the snippet was optimised away: also show its loop */
	/* The members below are set from explain_page_open on. */
	const struct comparison *comparison;
	size_t test;
	size_t puts[EXPLANATION_SIDES]; /* one put alone is both */
	struct explanation *explanation;
	bool pair;                       /* it has two sides */
	char *labels[EXPLANATION_SIDES]; /* of the puts, fit for display */
	struct source_lines *lines;      /* of each side, whose tests may differ */
	struct words files;              /* that have lines */
	bool saved[EXPLANATION_SIDES];   /* in a file, by a run before */
};

/* Explains the selected cells, which must have profiles. The page borrows the comparison. */
void explain_page_open(struct explain_page *page, const struct comparison *comparison,
    const struct selection *selection, const struct selected *selected);
void explain_page_close(struct explain_page *page);

/* A field's value of a side; 0 if it has none. */
double explain_page_value(
    const struct explain_page *page, const struct explanation_side *side, enum field f);
/* The value of the field that the explanation is sorted by. */
double explain_page_cost(const struct explain_page *page, const struct explanation_side *side);
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

/* The name of a function in at most width columns: a longer one without what is in its <...>
   and in its (...), and of one that is still too long the last parts. The caller frees. */
char *explain_page_function(const char *name, size_t width);

/* Returns the place of the function of a row, fit for display: its library, or its source file
   if there are several of that name. NULL: that is not shown. The caller frees. */
char *explain_page_place(const struct explain_page *page, const struct explanation_row *row);

/* Groups of an explanation. */

/* Returns true if each row of a group costs the same on both sides, or nothing on one. */
bool explain_page_same(
    const struct explain_page *page, enum field f, const struct explanation_group *group);
/* A group as a table of a field, if it has rows. Unless all is shown, rows of the same cost are
   one, and so are those that matter least. row: what a row is. linked: lines are linked with
   their code. HTML has the rows by themselves as well: "data-row" is their position in the
   group, with which the script finds them. */
void explain_page_tell_group(const struct explain_page *page, enum field f,
    const struct explanation_group *group, const char *row, bool linked);
/* Prints, as text alone, each source file of which some line has a cost, the costliest in the
   field that the explanation is sorted by first: those lines, with some around them. */
void explain_page_annotate(const struct explain_page *page);
/* The code, by its cost in the field that the explanation is sorted by. */
void explain_page_tell_code(const struct explain_page *page);

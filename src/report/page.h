#ifndef PAGE_H
#define PAGE_H

#include <stdio.h>

#include "compare/calc.h"
#include "compare/view.h"
#include "model/results.h"

/* What the text output shows, before it has a layout: tests, fields, the text of each cell. */

struct page {
	FILE *out;
	const struct results *results;
	const struct view *view;
	struct terminal terminal; /* behind out */
	struct table table;
	size_t *
	    tests; /* in the order shown; table.tests, which is no test, is the AVERAGE entry */
	size_t test_count;
	enum field fields[FIELD_NONE]; /* that are shown */
	size_t field_count;
};

/* page borrows results, view and out. */
void page_make(
    struct page *page, const struct results *results, const struct view *view, FILE *out);
void page_free(struct page *page);

bool page_is_average(const struct page *page, size_t test);
/* The verdicts on a cell that is shown and that its test does not expect. */
verdict_set page_verdicts(const struct page *page, size_t test, size_t put);
/* The name of a test, fit for display, behind it a mark if there are verdicts on what is shown
   of it; the caller frees. */
#define PAGE_MARK "!"
char *page_title(const struct page *page, size_t test);
/* The text of one cell, ASCII, which may be made in the PAGE_CELL_SIZE bytes of buffer. */
#define PAGE_CELL_SIZE 64
const char *page_cell(
    const struct page *page, size_t test, size_t put, enum field f, char *buffer);

/* The colour of that text: how it differs from what the norm has there. */
enum color page_color(const struct page *page, size_t test, size_t put, enum field f);
/* That of a cell by itself: whether it failed. */
enum color page_color_alone(const struct results *results, size_t test, size_t put);

/* What stands in a cell that has no count to be compared with those of the reference: "", FAIL
   or PAGE_OTHER. NULL: it has one. */
#define PAGE_OTHER "*"
const char *page_missing(
    const struct results *results, size_t test, size_t put, size_t reference);
/* Whether there is a PAGE_OTHER in what is shown. */
bool page_has_other(const struct page *page);

#endif

#pragma once

#include <stdio.h>

#include "history/history.h"
#include "compare/table.h"
#include "explain/selection.h"
#include "report/document/doc.h"

/* A comparison ready to be printed: which tests, puts and fields it shows in which order, and
   the text of each cell. */

struct page {
	FILE *out;
	const struct comparison *comparison;
	const struct results *results; /* of the comparison */
	const struct view *view;
	const struct rulings *rulings;     /* of the gates; NULL: there are none */
	const struct selection *selection; /* what is explained; NULL: nothing */
	const struct history *history;     /* the results are its newest run; NULL: none */
	struct terminal terminal;          /* that out is, if any */
	struct table table;
	size_t only;   /* the only put shown, or COMPARISON_ALL */
	size_t *tests; /* shown, in order; the last may be PAGE_AVERAGE */
	size_t test_count;
	enum field fields[FIELD_NONE]; /* shown */
	size_t field_count;
};

/* This stands for a test: the AVERAGE entry. */
#define PAGE_AVERAGE ((size_t)-1)

/* Loops over what is shown, which declare their second argument: puts, those that are compared
   with the norm, tests without AVERAGE (TEST_at is the position of a TEST), and fields. */
/* NOLINTBEGIN(bugprone-macro-parentheses) */
#define EACH_PUT(page, put) \
	for (size_t put = 0; put < (page)->results->puts.n; put++) \
		if (page_shows((page), put))
#define EACH_COMPARED(page, put) \
	for (size_t put = 0; put < (page)->results->puts.n; put++) \
		if (page_compares((page), put))
#define EACH_TEST(page, test) \
	for (size_t test##_at = 0, test; test##_at < (page)->test_count && \
	                                 (test = (page)->tests[test##_at]) != PAGE_AVERAGE; \
	     test##_at++)
#define EACH_FIELD(page, f) \
	for (enum field f = 0; f < FIELD_NONE; f++) \
		if ((page)->view->fields & FIELD_BIT(f))
/* NOLINTEND(bugprone-macro-parentheses) */

/* The page borrows everything it is given. raw: counts, whatever the view says, as
   programs read them. */
void page_make(struct page *page, const struct comparison *comparison, const struct view *view,
    const struct rulings *rulings, bool raw, FILE *out);
void page_free(struct page *page);
/* A document that is printed as text below what the page has printed before. Free it with
   doc_free. */
struct doc page_doc(const struct page *page);

/* The name of a field. */
const char *page_field(const struct page *page, enum field f);
/* Returns what a count of the field is: "instructions", or how it is calculated. */
const char *page_meaning(const struct page *page, enum field f);
const char *page_label(const struct page *page, size_t put);
/* Returns true if the put is shown. */
bool page_shows(const struct page *page, size_t put);
/* Returns true if the put is shown beside the norm. */
bool page_compares(const struct page *page, size_t put);
/* Returns true if the page does not list the test, which its average covers all the same. */
bool page_hides(const struct page *page, size_t test);
/* The unexpected verdicts on a cell; none if it is not shown. The average has the verdicts of
   the tests that the page hides. */
verdict_set page_verdicts(const struct page *page, size_t test, size_t put);
/* The unexpected verdicts on all puts that are shown. */
verdict_set page_verdicts_on_any(const struct page *page, size_t test);
/* The name of a test, fit for display, followed by PAGE_MARK if there are such verdicts. The
   caller frees. */
#define PAGE_MARK "!"
#define PAGE_MARKED \
	PAGE_MARK " a number that means less than it seems; see VERDICTS in cgbench-fields(7)"
char *page_title(const struct page *page, size_t test);

/* Its description, without the newlines that end it if it is the code. The caller frees. */
char *page_desc(const struct page *page, size_t test);

/* This replaces a count that is not comparable with the norm's. */
#define PAGE_OTHER "*"
/* Returns what replaces a count: "" if the cell was not tried, "FAIL" if it failed, PAGE_OTHER,
   or NULL if there is a count. */
const char *page_missing(const struct page *page, size_t test, size_t put);

/* Cells are ASCII text, which may be made in the PAGE_CELL_SIZE bytes of buffer. */
#define PAGE_CELL_SIZE 64
/* A cell of the table; test may be PAGE_AVERAGE. */
const char *page_cell(
    const struct page *page, size_t test, size_t put, enum field f, char *buffer);
/* The count of a cell, even if the table shows ratios. */
const char *page_count(
    const struct page *page, size_t test, size_t put, enum field f, char *buffer);

/* The colour of what page_cell returns: how it differs from the norm's cell. */
enum color page_color(const struct page *page, size_t test, size_t put, enum field f);
/* The colour of a count by itself: whether the cell failed. */
enum color page_color_alone(const struct page *page, size_t test, size_t put);
/* The colour of a change of that many percent; beyond PAGE_MUCH percent it is bold. */
#define PAGE_MUCH 1
enum color page_color_change(enum change_kind kind, double percent);

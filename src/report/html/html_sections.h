#pragma once

#include "report/document/doc.h"
#include "report/page.h"
#include "util/text.h"

/* What is on the page that --format=html writes, in its order. It is complete without the
   script, which only rearranges what is there: elements have "data-test" with the position of a
   test among those of the page, and "data-put" with that of a put. */

/* "gcc-12, clang-14 against gcc-11", or which history. */
void html_title(struct doc *doc, const struct page *page);
/* What is compared, and in a line for each put how. */
void html_header(struct doc *doc, const struct page *page);

/* The sections. Each adds its heading and content, or nothing if it has none. */

/* The largest changes: over the runs of the history, and of the comparison. */
void html_changes(struct doc *doc, const struct page *page);
/* All tests in the first field. */
void html_table_of_tests(struct doc *doc, const struct page *page);
/* The runs of the history, and what stepped at each. */
void html_runs(struct doc *doc, const struct page *page);
/* Everything about each test. */
void html_tests(struct doc *doc, const struct page *page);
/* What the counts of each put depend on. */
void html_puts(struct doc *doc, const struct page *page);

/* Parts of these sections. */

/* What the marks in the table of tests mean. */
void html_notes(struct doc *doc, const struct page *page);
/* What the top of the benchfile gives to all tests: once, unless several files have tops that
   differ. */
void html_tops(struct text *t, const struct page *page);

/* Of the section of a test: what the test is about. */
void html_source_head(struct text *t, const struct page *page, size_t test);
/* Its values over the runs of the history, if it is in one. */
void html_series(struct doc *doc, const struct page *page, const char *name);
/* Its parts as the user wrote them. */
void html_source(struct text *t, const struct page *page, size_t test);
/* Its values in all fields, how long it takes, its ranges over all memory layouts, and the raw
   counts. */
void html_values(struct doc *doc, const struct page *page, size_t test);
/* Why its values may mean less than they seem, or cannot be compared. */
void html_verdicts(struct doc *doc, const struct page *page, size_t test);
/* Why it failed, and what compilers warned of. */
void html_failures(struct doc *doc, const struct page *page, size_t test);

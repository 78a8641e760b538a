#pragma once

#include "report/document/doc.h"
#include "report/page.h"
#include "util/text.h"

/* The parts of the page that --format=html writes, in its order. They are complete without the
   script, which only rearranges them: elements have "data-test" with the position of a
   test among those of the page, and "data-put" with that of a put. */

/* Adds "gcc-12, clang-14 against gcc-11", "9 puts against gcc-11", a label alone, or the name
   of the history. */
void html_title(struct doc *doc, const struct page *page);
/* Adds the names of all that is compared, and a line about each put. */
void html_header(struct doc *doc, const struct page *page);

/* The sections. Each adds its heading and content, or nothing if it has none. */

/* Adds the largest changes: over the runs of the history, and of the comparison. */
void html_changes(struct doc *doc, const struct page *page);
/* Adds all tests in the first field. */
void html_table_of_tests(struct doc *doc, const struct page *page);
/* Adds the runs of the history, and the steps of each. */
void html_runs(struct doc *doc, const struct page *page);
/* Adds everything about each test. */
void html_tests(struct doc *doc, const struct page *page);
/* Adds the traits that the counts of each put depend on. */
void html_puts(struct doc *doc, const struct page *page);

/* Parts of the section of a test. */

/* Adds its values over the runs of the history, if it is in one. */
void html_series(struct doc *doc, const struct page *page, const char *name);
/* Adds its values in all fields, how long it takes, its ranges over all memory layouts, and the
   raw counts. */
void html_values(struct doc *doc, const struct page *page, size_t test);

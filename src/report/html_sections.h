#ifndef HTML_SECTIONS_H
#define HTML_SECTIONS_H

#include "report/page.h"
#include "util/text.h"

/* The sections of the page that --format=html writes, in its order. Each adds itself with its
   heading, or nothing if it has no content. They are complete without the script, which only
   rearranges what is there: elements have "data-test" with the position of a test among those
   of the page, and "data-put" with that of a put. */

/* What is compared, and in a line for each put how. */
void html_header(struct text *t, const struct page *page);
/* The largest changes, id "changes". */
void html_changes(struct text *t, const struct page *page);
/* All tests in the first field, id "tests". */
void html_table_of_tests(struct text *t, const struct page *page);
/* Everything about each test, id "details". */
void html_tests(struct text *t, const struct page *page);
/* What the counts of each put depend on, id "puts". */
void html_puts(struct text *t, const struct page *page);

#endif

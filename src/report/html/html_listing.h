#ifndef HTML_LISTING_H
#define HTML_LISTING_H

#include "report/explain/explain_page.h"
#include "util/text.h"

/* Explanations as HTML. The script shows them in other fields: rows have "data-row" with their
   position in their part, and code "data-line" with that of its source line. */

/* An explanation on its way to the page. */
struct html_explanation {
	struct text *t;
	const struct explain_page *page;
	size_t index;     /* of what is selected */
	bool *lines_seen; /* rows by line whose first instruction has been added */
};

/* Adds n blocks of a function as a table, in the order of their addresses, those of both sides
   beside each other. */
void html_listing(
    struct html_explanation *html, const struct explanation_block *const *blocks, size_t n);

#endif

#ifndef HTML_EXPLAIN_H
#define HTML_EXPLAIN_H

#include "report/explain/explain_page.h"
#include "report/page.h"
#include "util/text.h"

/* Explanations as HTML, for the section of a test. Each has "data-explanation" with its
   position among those of the JSON, and rows have "data-row" with theirs in its part. */

/* An explanation on its way to the page. */
struct html_explain {
	struct text *t;
	const struct explain_page *page;
	size_t index;     /* of what is selected */
	bool *lines_seen; /* rows by line whose first instruction has been added */
};

/* Adds all explanations of a test. */
void html_explain(struct text *t, const struct page *page, size_t test);

#endif

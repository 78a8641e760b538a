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

/* Adds the tables of a field: by function, by kind and by line. first: lines link to
   their code. */
void html_explain_parts(struct html_explain *html, enum field f, bool first);
/* Adds the code of all functions, or a line that says why it is left out. */
void html_explain_code(struct html_explain *html);
/* Whether the code is added. */
bool html_explain_has_code(const struct explain_page *page);
/* Adds a number, and exactly as an attribute of its cell where the text is rounded: the end of
   a start tag, and the text. */
void html_explain_number(struct text *t, double value, const char *shown);

#endif

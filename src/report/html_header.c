#include "report/html.h"
#include "report/html_sections.h"
#include "report/summary.h"

#include <stdlib.h>

/* "gcc-12, clang-14 against gcc-11", or the labels alone. */
static void
add_what(struct text *t, const struct page *page)
{
	const struct puts *puts = &page->results->puts;
	size_t norm = page->comparison->norm, n = 0, put;

	for (put = 0; put < puts->n; put++) {
		if (!page_compares(page, put))
			continue;
		text_add(t, n++ ? ", " : "");
		html_name(t, puts->v[put].label);
	}
	text_add(t, n ? " against " : "");
	html_name(t, puts->v[norm].label);
}

static void
add_summaries(struct text *t, const struct page *page)
{
	size_t put, n = 0;

	for (put = 0; put < page->results->puts.n; put++) {
		char *line;

		if (!page_compares(page, put))
			continue;
		line = summary_line(page->comparison, put);
		text_add(t, n++ ? "<li>" : "<ul class=\"summary\">\n<li>");
		html_text(t, line);
		text_add(t, "</li>\n");
		free(line);
	}
	text_add(t, n ? "</ul>\n" : "");
}

void
html_header(struct text *t, const struct page *page)
{
	text_add(t, "<header>\n<h1>");
	add_what(t, page);
	text_add(t, "</h1>\n");
	add_summaries(t, page);
	text_add(t, "</header>\n");
}

#include <stdlib.h>

#include "report/format_print.h"
#include "report/html/html.h"
#include "report/html/html_sections.h"
#include "report/moved.h"

static void
add_head(struct text *t, const struct page *page)
{
	size_t put;

	text_add(t, "<thead><tr><th scope=col rowspan=2>field");
	for (put = 0; put < page->results->puts.n; put++) {
		if (!page_shows(page, put))
			continue;
		text_add(t, "<th scope=colgroup colspan=2>");
		html_name(t, page->results->puts.v[put].label);
	}
	text_add(t, "\n<tr>");
	for (put = 0; put < page->results->puts.n; put++)
		if (page_shows(page, put))
			text_add(t, "<th scope=col>least<th scope=col>most");
	text_add(t, "\n<tbody>\n");
}

static void
add_range(struct text *t, struct range range)
{
	if (!range.known) {
		text_add(t, "<td><td>");
		return;
	}
	text_add(t, "<td>");
	format_number(t, range.least);
	text_add(t, "<td>");
	format_number(t, range.most);
}

static void
add_table(struct text *t, const struct page *page, size_t test)
{
	size_t put, i;

	html_table(t, "", "Values in all memory layouts");
	add_head(t, page);
	for (i = 0; i < page->field_count; i++) {
		text_addf(t, "<tr><th scope=row>%s", page_field(page, page->fields[i]));
		for (put = 0; put < page->results->puts.n; put++)
			if (page_shows(page, put))
				add_range(
				    t, calc_range(page->results, test, put, page->fields[i]));
		text_add_char(t, '\n');
	}
	html_table_end(t);
}

static void
add_failed(struct text *t, const struct page *page, size_t test, size_t put)
{
	const struct cell *cell = results_cell(page->results, test, put);
	size_t i;

	for (i = 0; i < cell->jitter_count; i++)
		if (!cell->jitter[i].measured)
			break;
	if (i == cell->jitter_count)
		return;
	text_add(t, "<p>It fails in another layout on ");
	html_name(t, page->results->puts.v[put].label);
	text_add(t, ".</p>\n");
}

void
html_ranges(struct text *t, const struct page *page, size_t test)
{
	struct moved moved = {0};
	char *layouts;
	size_t put;

	for (put = 0; put < page->results->puts.n; put++)
		if (page_shows(page, put))
			moved_add(&moved, results_cell(page->results, test, put));
	if (!moved.most)
		return;
	layouts = moved_text(&moved);
	text_addf(t, "<details><summary>Measured in %s</summary>\n", layouts);
	free(layouts);
	add_table(t, page, test);
	for (put = 0; put < page->results->puts.n; put++)
		if (page_shows(page, put))
			add_failed(t, page, test, put);
	text_add(t, "</details>\n");
}

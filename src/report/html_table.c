#include <stdlib.h>

#include "report/html.h"
#include "report/html_sections.h"

static void
add_head(struct text *t, const struct page *page)
{
	size_t put;

	text_add(t, "<thead><tr><th scope=\"col\">test");
	for (put = 0; put < page->results->puts.n; put++) {
		if (!page_shows(page, put))
			continue;
		text_addf(t, "<th scope=\"col\" data-put=\"%zu\">", put);
		html_name(t, page->results->puts.v[put].label);
		if (page_compares(page, put))
			text_addf(t, "<th scope=\"col\" data-change=\"%zu\">change", put);
	}
	text_add_char(t, '\n');
}

static void
add_change(struct text *t, const struct change *change)
{
	char buffer[CHANGE_SIZE];

	if (change->kind < CHANGE_SAME)
		text_addf(t, "<td class=\"%s\">%s %s", change_name(change->kind),
		    change_show(change, buffer), change_name(change->kind));
	else if (change->kind == CHANGE_SAME)
		text_addf(t, "<td>%s", change_show(change, buffer));
	else if (change->kind < CHANGE_COUNT)
		text_addf(t, "<td>%s", change_name(change->kind));
	else
		text_add(t, "<td>");
}

static void
add_cells(struct text *t, const struct page *page, size_t test)
{
	enum field f = page->comparison->field;
	char buffer[PAGE_CELL_SIZE];
	size_t put;

	for (put = 0; put < page->results->puts.n; put++) {
		struct change change;

		if (!page_shows(page, put))
			continue;
		text_addf(t, "<td>%s", page_cell(page, test, put, f, buffer));
		if (!page_compares(page, put))
			continue;
		if (test == PAGE_AVERAGE) {
			text_add(t, "<td>");
			continue;
		}
		change = comparison_decisive(page->comparison, test, put);
		add_change(t, &change);
	}
	text_add_char(t, '\n');
}

static void
add_row(struct text *t, const struct page *page, size_t i)
{
	size_t test = page->tests[i];

	if (test == PAGE_AVERAGE) {
		text_add(t, "<tfoot><tr><th scope=\"row\">AVERAGE");
	} else {
		text_addf(t, "<tr data-test=\"%zu\"><th scope=\"row\">", i);
		html_test_link(t, page->results->tests.v[test].name);
	}
	text_add(t, page_verdicts_on_any(page, test) ? " " PAGE_MARK : "");
	add_cells(t, page, test);
}

void
html_table_of_tests(struct text *t, const struct page *page)
{
	size_t i;

	text_addf(t,
	    "<section id=\"tests\">\n<h2>All tests</h2>\n"
	    "<form id=\"controls\" data-least=\"%.17g\" hidden></form>\n",
	    page->view->least);
	html_table(t, "table", page_field(page, page->comparison->field));
	add_head(t, page);
	text_add(t, "<tbody>\n");
	for (i = 0; i < page->test_count; i++)
		add_row(t, page, i);
	html_table_end(t);
	text_add(t, "</section>\n");
}

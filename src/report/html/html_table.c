#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"
#include "report/summary.h"

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
		change = comparison_decisive(page->comparison, test, put);
		html_cells_begin_change(t, change.kind);
		html_cells_change(t, &change);
	}
	text_add_char(t, '\n');
}

static void
add_test(struct text *t, const struct page *page, size_t i)
{
	size_t test = page->tests[i];

	text_addf(t, "<tr data-test=%zu><th scope=row>", i);
	html_test_link(t, page->results->tests.v[test].name);
	text_add(t, page_verdicts_on_any(page, test) ? " " PAGE_MARK : "");
	add_cells(t, page, test);
}

/* Averages of counts may be over different tests, and are not compared. */
static void
add_average(struct text *t, const struct page *page)
{
	enum field f = page->comparison->field;
	char buffer[PAGE_CELL_SIZE];
	size_t put;

	text_addf(t, "<tr><th scope=row>AVERAGE%s",
	    page_verdicts_on_any(page, PAGE_AVERAGE) ? " " PAGE_MARK : "");
	for (put = 0; put < page->results->puts.n; put++)
		if (page_shows(page, put))
			text_addf(t, "<td>%s%s", page_cell(page, PAGE_AVERAGE, put, f, buffer),
			    page_compares(page, put) ? "<td>" : "");
	text_add_char(t, '\n');
}

static enum change_kind
kind_of_mean(const struct page *page, double percent)
{
	if (percent == 0)
		return CHANGE_SAME;
	return (percent > 0) == fields_higher(page->results->fields, page->comparison->field)
	           ? CHANGE_BETTER
	           : CHANGE_WORSE;
}

static void
add_mean(struct text *t, const struct page *page, size_t put)
{
	struct value mean = summary_make(page->comparison, put).mean;
	enum change_kind kind = kind_of_mean(page, mean.v);
	char buffer[CHANGE_SIZE];

	if (!mean.known) {
		text_add(t, "<td>");
		return;
	}
	html_cells_begin_change(t, kind);
	text_addf(t, "%s %s", change_percent(mean.v, buffer), change_name(kind));
}

static void
add_means(struct text *t, const struct page *page)
{
	size_t put, n = 0;

	for (put = 0; put < page->results->puts.n; put++)
		n += page_compares(page, put);
	if (!n)
		return;
	text_add(t, "<tr><th scope=row>geometric mean of the changes");
	for (put = 0; put < page->results->puts.n; put++) {
		if (page_shows(page, put))
			text_add(t, "<td>");
		if (page_compares(page, put))
			add_mean(t, page, put);
	}
	text_add_char(t, '\n');
}

/* "Ir: instructions; less is better" */
static void
add_caption(struct text *caption, const struct page *page)
{
	enum field f = page->comparison->field;

	html_text(caption, page_field(page, f));
	text_add(caption, ": ");
	html_text(caption, page_meaning(page, f));
	text_addf(caption, "; %s is better",
	    fields_higher(page->results->fields, f) ? "more" : "less");
}

static void
add_table(struct text *t, const struct page *page)
{
	struct text caption = TEXT_EMPTY;
	size_t i;

	add_caption(&caption, page);
	html_table(t, " id=\"table\"", caption.s);
	text_free(&caption);
	text_add(t, "<thead><tr><th scope=col>test");
	html_cells_head(t, page, true);
	text_add(t, "<tbody>\n");
	for (i = 0; i < page->test_count && page->tests[i] != PAGE_AVERAGE; i++)
		add_test(t, page, i);
	if (i < page->test_count) {
		text_add(t, "<tfoot>\n");
		add_average(t, page);
		add_means(t, page);
	}
	html_table_end(t);
}

void
html_table_of_tests(struct text *t, const struct page *page)
{
	const struct history *history = page->history;

	text_addf(t,
	    "<h2>All tests</h2>\n"
	    "<form id=\"controls\" data-tests=\"%zu\" data-least=\"%.17g\" hidden></form>\n",
	    page->comparison->test_count, page->view->least);
	if (history && history->compared + 1 < history->run_count) {
		text_add(t, "<p>These are the values of ");
		html_name(t, history->runs[history->compared].name);
		text_add(t, ", the newest run that has any.</p>\n");
	}
	add_table(t, page);
	html_notes(t, page);
}

#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"
#include "report/summary.h"

/* The script shows other fields; without it, they are in the section of each test. */
static const char *
hidden(const struct page *page, enum field f)
{
	return f == page->comparison->field ? "" : " hidden";
}

static void
add_change(struct text *t, const struct page *page, size_t test, size_t put, enum field f)
{
	struct change change = comparison_of(page->comparison, test, put, f);

	text_add(t, "<td");
	if (change.kind < CHANGE_SAME)
		text_addf(t, " class=%s", change_name(change.kind));
	text_addf(t, "%s>", hidden(page, f));
	html_cells_change(t, &change);
}

static void
add_cells(struct text *t, const struct page *page, size_t test)
{
	char buffer[PAGE_CELL_SIZE];
	size_t i, put;

	for (i = 0; i < page->field_count; i++) {
		enum field f = page->fields[i];

		for (put = 0; put < page->results->puts.n; put++) {
			if (!page_shows(page, put))
				continue;
			text_addf(t, "<td%s>%s", hidden(page, f),
			    page_cell(page, test, put, f, buffer));
			if (page_compares(page, put))
				add_change(t, page, test, put, f);
		}
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
	char buffer[PAGE_CELL_SIZE];
	size_t i, put;

	text_addf(t, "<tr><th scope=row>AVERAGE%s",
	    page_verdicts_on_any(page, PAGE_AVERAGE) ? " " PAGE_MARK : "");
	for (i = 0; i < page->field_count; i++) {
		enum field f = page->fields[i];

		for (put = 0; put < page->results->puts.n; put++) {
			if (!page_shows(page, put))
				continue;
			text_addf(t, "<td%s>%s", hidden(page, f),
			    page_cell(page, PAGE_AVERAGE, put, f, buffer));
			if (page_compares(page, put))
				text_addf(t, "<td%s>", hidden(page, f));
		}
	}
	text_add_char(t, '\n');
}

static enum change_kind
kind_of_mean(const struct page *page, enum field f, double percent)
{
	if (percent == 0)
		return CHANGE_SAME;
	return (percent > 0) == fields_higher(page->results->fields, f) ? CHANGE_BETTER
	                                                                : CHANGE_WORSE;
}

static void
add_mean(struct text *t, const struct page *page, size_t put, enum field f)
{
	struct comparison comparison = *page->comparison;
	struct value mean;
	enum change_kind kind;
	char buffer[CHANGE_SIZE];

	comparison.field = f;
	mean = summary_make(&comparison, put).mean;
	kind = kind_of_mean(page, f, mean.v);
	text_add(t, "<td");
	if (mean.known && kind < CHANGE_SAME)
		text_addf(t, " class=%s", change_name(kind));
	text_addf(t, "%s>", hidden(page, f));
	if (mean.known)
		text_addf(t, "%s %s", change_percent(mean.v, buffer), change_name(kind));
}

static void
add_means(struct text *t, const struct page *page)
{
	size_t put, n = 0, i;

	for (put = 0; put < page->results->puts.n; put++)
		n += page_compares(page, put);
	if (!n)
		return;
	text_add(t, "<tr><th scope=row>geometric mean of the changes");
	for (i = 0; i < page->field_count; i++)
		for (put = 0; put < page->results->puts.n; put++) {
			if (page_shows(page, put))
				text_addf(t, "<td%s>", hidden(page, page->fields[i]));
			if (page_compares(page, put))
				add_mean(t, page, put, page->fields[i]);
		}
	text_add_char(t, '\n');
}

/* "Ir: instructions; less is better", of each field. */
static void
add_caption(struct text *caption, const struct page *page)
{
	size_t i;

	for (i = 0; i < page->field_count; i++) {
		enum field f = page->fields[i];

		text_addf(caption, "<span%s>", hidden(page, f));
		html_text(caption, page_field(page, f));
		text_add(caption, ": ");
		html_text(caption, page_meaning(page, f));
		text_addf(caption, "; %s is better</span>",
		    fields_higher(page->results->fields, f) ? "more" : "less");
	}
}

/* A column names its field by "data-field", its put by "data-put". */
static void
add_heads(struct text *t, const struct page *page)
{
	size_t i, put;

	for (i = 0; i < page->field_count; i++) {
		enum field f = page->fields[i];
		const char *name = page_field(page, f);

		for (put = 0; put < page->results->puts.n; put++) {
			if (!page_shows(page, put))
				continue;
			text_addf(t, "<th scope=col data-field=\"%s\" data-put=%zu%s>", name,
			    put, hidden(page, f));
			html_name(t, page->results->puts.v[put].label);
			if (page_compares(page, put))
				text_addf(t,
				    "<th scope=col data-field=\"%s\" data-change=%zu%s>change",
				    name, put, hidden(page, f));
		}
	}
	text_add_char(t, '\n');
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
	add_heads(t, page);
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

	text_add(t, "<h2>All tests</h2>\n"
	            "<form id=\"controls\" hidden></form>\n");
	if (history && history->compared + 1 < history->run_count) {
		text_add(t, "<p>These are the values of ");
		html_name(t, history->runs[history->compared].name);
		text_add(t, ", the newest run that has any.</p>\n");
	}
	add_table(t, page);
	html_notes(t, page);
}

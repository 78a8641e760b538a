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
add_test(struct doc *doc, const struct page *page, size_t at)
{
	char buffer[PAGE_CELL_SIZE];
	size_t test = page->tests[at], i, put;

	doc_add(doc, "<tr data-test=%zu><th scope=row>[%s]%s", at,
	    page->results->tests.v[test].name,
	    html_cells_mark(page_verdicts_on_any(page, test)));
	for (i = 0; i < page->field_count; i++) {
		enum field f = page->fields[i];

		for (put = 0; put < page->results->puts.n; put++) {
			struct change change = comparison_of(page->comparison, test, put, f);

			if (!page_shows(page, put))
				continue;
			doc_add(doc, "<td%s>%s", hidden(page, f),
			    page_cell(page, test, put, f, buffer));
			if (page_compares(page, put))
				html_cells_change(doc, &change, hidden(page, f));
		}
	}
	doc_add(doc, "\n");
}

/* Averages of counts may be over different tests, and are not compared. */
static void
add_average(struct doc *doc, const struct page *page)
{
	char buffer[PAGE_CELL_SIZE];
	size_t i, put;

	doc_add(doc, "<tr><th scope=row>AVERAGE%s",
	    html_cells_mark(page_verdicts_on_any(page, PAGE_AVERAGE)));
	for (i = 0; i < page->field_count; i++) {
		enum field f = page->fields[i];

		for (put = 0; put < page->results->puts.n; put++) {
			if (!page_shows(page, put))
				continue;
			doc_add(doc, "<td%s>%s", hidden(page, f),
			    page_cell(page, PAGE_AVERAGE, put, f, buffer));
			if (page_compares(page, put))
				doc_add(doc, "<td%s>", hidden(page, f));
		}
	}
	doc_add(doc, "\n");
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
add_mean(struct doc *doc, const struct page *page, size_t put, enum field f)
{
	struct comparison comparison = *page->comparison;
	struct value mean;
	enum change_kind kind;
	char buffer[CHANGE_SIZE];

	comparison.field = f;
	mean = summary_make(&comparison, put).mean;
	kind = mean.known ? kind_of_mean(page, f, mean.v) : CHANGE_SAME;
	html_cells_begin_change(doc, kind, hidden(page, f));
	if (mean.known)
		doc_add(doc, "%s %s", change_percent(mean.v, buffer), change_name(kind));
}

static void
add_means(struct doc *doc, const struct page *page)
{
	size_t put, n = 0, i;

	for (put = 0; put < page->results->puts.n; put++)
		n += page_compares(page, put);
	if (!n)
		return;
	doc_add(doc, "<tr><th scope=row>geometric mean of the changes");
	for (i = 0; i < page->field_count; i++)
		for (put = 0; put < page->results->puts.n; put++) {
			if (page_shows(page, put))
				doc_add(doc, "<td%s>", hidden(page, page->fields[i]));
			if (page_compares(page, put))
				add_mean(doc, page, put, page->fields[i]);
		}
	doc_add(doc, "\n");
}

/* Begins the table: "Ir: instructions; less is better", of each field. */
static void
begin(struct doc *doc, const struct page *page)
{
	struct doc caption = {.kind = DOC_HTML};
	size_t i;

	for (i = 0; i < page->field_count; i++) {
		enum field f = page->fields[i];

		doc_add(&caption, "<span%s>%s: %s; %s is better</span>", hidden(page, f),
		    page_field(page, f), page_meaning(page, f),
		    fields_higher(page->results->fields, f) ? "more" : "less");
	}
	html_table(&doc->t, " id=\"table\"", caption.t.s);
	doc_free(&caption);
}

/* A column names its field by "data-field", its put by "data-put". */
static void
add_heads(struct doc *doc, const struct page *page)
{
	size_t i, put;

	doc_add(doc, "<thead><tr><th scope=col>test");
	for (i = 0; i < page->field_count; i++) {
		enum field f = page->fields[i];
		const char *name = page_field(page, f);

		for (put = 0; put < page->results->puts.n; put++) {
			if (!page_shows(page, put))
				continue;
			doc_add(doc, "<th scope=col data-field=\"%s\" data-put=%zu%s>`%s`",
			    name, put, hidden(page, f), page_label(page, put));
			if (page_compares(page, put))
				doc_add(doc,
				    "<th scope=col data-field=\"%s\" data-change=%zu%s>change",
				    name, put, hidden(page, f));
		}
	}
	doc_add(doc, "\n<tbody>\n");
}

static void
add_table(struct doc *doc, const struct page *page)
{
	size_t i;

	begin(doc, page);
	add_heads(doc, page);
	for (i = 0; i < page->test_count && page->tests[i] != PAGE_AVERAGE; i++)
		add_test(doc, page, i);
	if (i < page->test_count) {
		doc_add(doc, "<tfoot>\n");
		add_average(doc, page);
		add_means(doc, page);
	}
	html_table_end(&doc->t);
}

void
html_table_of_tests(struct doc *doc, const struct page *page)
{
	const struct history *history = page->history;

	doc_add(doc, "<h2>All tests</h2>\n"
	             "<form id=\"controls\" hidden></form>\n");
	if (history && history->compared + 1 < history->run_count)
		doc_add(doc,
		    "<p>These are the values of `%s`, the newest run that has any.</p>\n",
		    history->runs[history->compared].name);
	add_table(doc, page);
	html_notes(doc, page);
}

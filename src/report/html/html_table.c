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

/* Adds something of each put that is shown in each field, and ends the row. */
static void
html_table_add_columns(struct doc *doc, const struct page *page, size_t test,
    void (*add)(
        struct doc *doc, const struct page *page, size_t test, size_t put, enum field f))
{
	EACH_FIELD(page, f)
		EACH_PUT(page, put)
			add(doc, page, test, put, f);
	doc_add(doc, "\n");
}

/* Averages of counts may be over different tests, and are not compared. */
static void
html_table_add_cell(
    struct doc *doc, const struct page *page, size_t test, size_t put, enum field f)
{
	struct change change = {.kind = CHANGE_UNTRIED};
	char buffer[PAGE_CELL_SIZE];

	doc_add(doc, "<td%s>%s", hidden(page, f), page_cell(page, test, put, f, buffer));
	if (test != PAGE_AVERAGE)
		change = comparison_of(page->comparison, test, put, f);
	if (page_compares(page, put))
		html_cells_change(doc, &change, hidden(page, f));
}

static void
html_table_add_mean(
    struct doc *doc, const struct page *page, size_t test, size_t put, enum field f)
{
	struct comparison comparison = *page->comparison;
	struct value mean;
	enum change_kind kind = CHANGE_SAME;
	char buffer[CHANGE_SIZE];

	(void)test;
	doc_add(doc, "<td%s>", hidden(page, f));
	if (!page_compares(page, put))
		return;
	comparison.field = f;
	mean = summary_make(&comparison, put).mean;
	if (mean.known && mean.v != 0)
		kind = (mean.v > 0) == fields_higher(page->results->fields, f) ? CHANGE_BETTER
		                                                               : CHANGE_WORSE;
	html_cells_begin_change(doc, kind, hidden(page, f));
	if (mean.known)
		doc_add(doc, "%s %s", change_percent(mean.v, buffer), change_name(kind));
}

/* Begins the table: "Ir: instructions; less is better", of each field. */
static void
html_table_begin(struct doc *doc, const struct page *page)
{
	FREED_BY(doc_free) struct doc caption = {.kind = DOC_HTML};

	EACH_FIELD(page, f)
		doc_add(&caption, "<span%s>%s: %s; %s is better</span>", hidden(page, f),
		    page_field(page, f), page_meaning(page, f),
		    fields_higher(page->results->fields, f) ? "more" : "less");
	html_table(&doc->t, " id=\"table\"", caption.t.s);
}

/* A column names its field by "data-field", its put by "data-put". */
static void
html_table_add_head(
    struct doc *doc, const struct page *page, size_t test, size_t put, enum field f)
{
	const char *name = page_field(page, f);

	(void)test;
	doc_add(doc, "<th scope=col data-field=\"%s\" data-put=%zu%s>`%s`", name, put,
	    hidden(page, f), page_label(page, put));
	if (page_compares(page, put))
		doc_add(doc, "<th scope=col data-field=\"%s\" data-change=%zu%s>change", name,
		    put, hidden(page, f));
}

static void
html_table_add_table(struct doc *doc, const struct page *page)
{
	size_t test, compared = 0;

	EACH_COMPARED(page, put)
		compared++;
	html_table_begin(doc, page);
	doc_add(doc, "<thead><tr><th scope=col>test");
	html_table_add_columns(doc, page, 0, html_table_add_head);
	doc_add(doc, "<tbody>\n");
	for (size_t i = 0; i < page->test_count; i++) {
		const char *mark;

		test = page->tests[i];
		mark = html_cells_mark(page_verdicts_on_any(page, test));
		if (test == PAGE_AVERAGE)
			doc_add(doc, "<tfoot>\n<tr><th scope=row>AVERAGE%s", mark);
		else
			doc_add(doc, "<tr data-test=%zu><th scope=row>[%s]%s", i,
			    page->results->tests.v[test].name, mark);
		html_table_add_columns(doc, page, test, html_table_add_cell);
		if (test == PAGE_AVERAGE && compared) {
			doc_add(doc, "<tr><th scope=row>geometric mean of the changes");
			html_table_add_columns(doc, page, test, html_table_add_mean);
		}
	}
	text_add(&doc->t, HTML_TABLE_END);
}

/* Besides the field of the page, the fields that are not 0 everywhere. */
static field_set
find_fields(const struct page *page)
{
	field_set fields = FIELD_BIT(page->comparison->field);

	EACH_FIELD(page, f)
		EACH_TEST(page, test)
			if (!html_cells_are_zero(page, test, f))
				fields |= FIELD_BIT(f);
	return fields & page->view->fields;
}

void
html_table_of_tests(struct doc *doc, const struct page *page)
{
	const struct history *history = page->history;
	struct view view = *page->view;
	struct page shown = *page;

	view.fields = find_fields(page);
	shown.view = &view;

	doc_add(doc, "<h2>All tests</h2>\n"
	             "<form id=\"controls\" hidden></form>\n");
	if (history && history->compared + 1 < history->run_count)
		doc_add(doc,
		    "<p>These are the values of `%s`, the newest run that has any.</p>\n",
		    history->runs[history->compared].name);
	html_table_add_table(doc, &shown);
	html_notes(doc, page);
}

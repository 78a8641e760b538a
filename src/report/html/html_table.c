#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"
#include "report/notes.h"
#include "report/summary.h"

/* The script shows other fields; without it, they are in the section of each test. */
static const char *
hidden(const struct page *page, enum field f)
{
	return f == page->comparison->field ? "" : " hidden";
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
html_table_add_mean(struct doc *doc, const struct page *page, size_t put, enum field f)
{
	struct comparison comparison = *page->comparison;
	struct value mean;
	enum change_kind kind = CHANGE_SAME;
	char buffer[CHANGE_SIZE];

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
		doc_add(doc, "%s %s", change_percent(mean.v, buffer), change_names[kind]);
}

/* Adds the heads, which name the field of a column by "data-field" and its put by "data-put".
   The caption has "Ir: instructions; less is better", of each field. */
static void
html_table_begin(struct doc *doc, const struct page *page)
{
	FREED_BY(doc_free) struct doc caption = {.kind = DOC_HTML};

	EACH_FIELD(page, f)
		doc_add(&caption, "<span%s>%s: %s; %s is better</span>", hidden(page, f),
		    page_field(page, f), page_meaning(page, f),
		    fields_higher(page->results->fields, f) ? "more" : "less");
	html_table(&doc->t, " id=\"table\"", caption.t.s);
	doc_add(doc, "<thead><tr><th scope=col>test");
	EACH_FIELD(page, f)
		EACH_PUT(page, put) {
			doc_add(doc, "<th scope=col data-field=\"%s\" data-put=%zu%s>`%s`",
			    page_field(page, f), put, hidden(page, f), page_label(page, put));
			if (page_compares(page, put))
				doc_add(doc,
				    "<th scope=col data-field=\"%s\" data-change=%zu%s>change",
				    page_field(page, f), put, hidden(page, f));
		}
	doc_add(doc, "\n<tbody>\n");
}

static void
html_table_add_row(struct doc *doc, const struct page *page, size_t i)
{
	size_t test = page->tests[i];
	const char *mark = html_cells_mark(page_verdicts_on_any(page, test));

	if (test == PAGE_AVERAGE)
		doc_add(doc, "<tfoot>\n<tr><th scope=row>AVERAGE%s", mark);
	else
		doc_add(doc, "<tr data-test=%zu><th scope=row>[%s]%s", i,
		    page->results->tests.v[test].name, mark);
	EACH_FIELD(page, f)
		EACH_PUT(page, put)
			html_table_add_cell(doc, page, test, put, f);
	doc_add(doc, "\n");
}

/* Says what the fields are and what the marks mean. The script hides what does not apply. */
static void
html_table_add_notes(struct doc *doc, const struct page *page)
{
	doc_add(doc, "<dl>\n");
	EACH_FIELD(page, f)
		doc_add(doc, "<dt>%s<dd>%s\n", page_field(page, f), page_meaning(page, f));
	doc_add(doc,
	    "</dl>\n<dl class=\"marks\">\n"
	    "<dt>" PAGE_OTHER
	    "<dd>not comparable: the text of the test differs from that of the "
	    "column compared with; left out of averages\n"
	    "<dt>FAIL<dd>no counts; the section of the test says why\n"
	    "<dt>(empty)<dd>not tried with this test\n"
	    "<dt>-<dd>no value, such as a division by 0\n"
	    "<dt>" HTML_CELLS_OVERLAP "<dd>the ranges over several memory layouts overlap: the "
	    "difference may come from the layout\n</dl>\n");
	notes_verdicts(doc, page);
	notes_machines(doc, page);
	notes_prebuilt(doc, page);
	doc_end(doc);
}

void
html_table_of_tests(struct doc *doc, const struct page *page)
{
	const struct history *history = page->history;
	struct view view = *page->view;
	struct page shown = *page;
	bool compared = false;

	/* Besides the deciding field, those that are not 0 everywhere. */
	view.fields = FIELD_BIT(page->comparison->field);
	EACH_FIELD(page, f)
		EACH_TEST(page, test)
			if (!html_cells_are_zero(page, test, f))
				view.fields |= FIELD_BIT(f);
	view.fields &= page->view->fields;
	shown.view = &view;
	doc_add(doc, "<h2>All tests</h2>\n"
	             "<form id=\"controls\" hidden></form>\n");
	if (history && history->compared + 1 < history->run_count)
		doc_add(doc,
		    "<p>These are the values of `%s`, the newest run that has any.</p>\n",
		    history->runs[history->compared].name);
	html_table_begin(doc, &shown);
	for (size_t i = 0; i < page->test_count; i++)
		html_table_add_row(doc, &shown, i);
	EACH_COMPARED(page, put)
		compared = true;
	if (compared && page->test_count && page->tests[page->test_count - 1] == PAGE_AVERAGE) {
		doc_add(doc, "<tr><th scope=row>geometric mean of the changes");
		EACH_FIELD(&shown, f)
			EACH_PUT(page, put)
				html_table_add_mean(doc, &shown, put, f);
		doc_add(doc, "\n");
	}
	text_add(&doc->t, HTML_TABLE_END);
	html_table_add_notes(doc, page);
}

#include <math.h>

#include "report/html/html_cells.h"

void
html_cells_head(struct doc *doc, const struct page *page, bool changes)
{
	EACH_PUT(page, put) {
		doc_add(doc, "<th scope=col data-put=%zu>`%s`", put, page_label(page, put));
		if (changes && page_compares(page, put))
			doc_add(doc, "<th scope=col data-change>change");
	}
	doc_add(doc, "\n<tbody>\n");
}

bool
html_cells_are_zero(const struct page *page, size_t test, enum field f)
{
	EACH_PUT(page, put) {
		struct value value = calc_value(page->results, test, put, f);

		if (results_cell(page->results, test, put)->measured &&
		    (!value.known || value.v != 0))
			return false;
	}
	return true;
}

void
html_cells_begin_change(struct doc *doc, enum change_kind kind, const char *attributes)
{
	if (kind < CHANGE_SAME)
		doc_add(doc, "<td class=%s%s>", change_names[kind], attributes);
	else
		doc_add(doc, "<td%s>", attributes);
}

void
html_cells_change(struct doc *doc, const struct change *change, const char *attributes)
{
	char buffer[CHANGE_SIZE];

	html_cells_begin_change(doc, change->kind, attributes);
	if (change->kind <= CHANGE_SAME && isinf(change->percent))
		doc_add(doc, "from 0: ");
	else if (change->kind <= CHANGE_SAME && change->difference != 0)
		doc_add(doc, "%s ", change_show(change, buffer));
	if (change->kind < CHANGE_COUNT)
		doc_add(doc, "%s", change_names[change->kind]);
	if (change->overlap && change->difference != 0)
		doc_add(doc, " " HTML_CELLS_OVERLAP);
}

void
html_cells_run(struct doc *doc, const struct history *history, size_t run)
{
	doc_add(doc, "<a href=#run-%zu>`%s`</a>", run, history->runs[run].name);
}

const char *
html_cells_mark(bool marked)
{
	return marked ? " " PAGE_MARK : "";
}

const char *
html_cells_mark_series(
    const struct history *history, size_t test, size_t label, size_t a, size_t b)
{
	return html_cells_mark(history_point(history, test, label, a)->verdicts ||
	                       history_point(history, test, label, b)->verdicts);
}

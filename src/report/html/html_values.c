#include "report/chart/chart.h"
#include "report/durations.h"
#include "report/format_print.h"
#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"
#include "report/ranges.h"

/* Adds a row, headed by these names: of a field, or of several whose cells read the same. A
   value has all its digits, as in other formats, and what is wrong with it. */
static void
html_values_add_row(
    struct doc *doc, const struct page *page, size_t test, enum field f, const char *names)
{
	doc_add(doc, "<tr><th scope=row>%s", names);
	EACH_PUT(page, put) {
		struct change change = comparison_of(page->comparison, test, put, f);
		bool measured = results_cell(page->results, test, put)->measured;
		struct value value = calc_value(page->results, test, put, f);
		const char *missing = page_missing(page, test, put);

		doc_add(doc, "<td>");
		if (measured && value.known)
			format_number(&doc->t, value.v);
		else
			doc_add(doc, measured ? "-" : "%s", missing);
		if (measured && missing)
			doc_add(doc, " %s", missing);
		if (page_compares(page, put))
			html_cells_change(doc, &change, "");
	}
	doc_add(doc, "\n");
}

/* Returns the operations of one execution, or 0 if puts differ in them. */
static unsigned long
common_ops(const struct page *page, size_t test)
{
	unsigned long ops = 0;

	EACH_PUT(page, put) {
		unsigned long own = results_ops(page->results, test, put);

		if (ops && own != ops)
			return 0;
		ops = own;
	}
	return ops;
}

/* All fields that are 0 share the last row. */
static void
html_values_add_values(struct doc *doc, const struct page *page, size_t test)
{
	const char *run = page->results->tests.v[test].once ? "run" : "execution";
	unsigned long ops = common_ops(page, test);
	FREED_BY(text_free) struct text caption = TEXT_EMPTY, zeros = TEXT_EMPTY;
	enum field zero = FIELD_NONE;

	text_addf(&caption, "Values of one %s", ops == 1 ? run : "operation");
	if (ops > 1)
		text_addf(&caption, ", of which one %s has %lu", run, ops);
	html_table(&doc->t, " class=\"values\"", caption.s);
	doc_add(doc, "<thead><tr><th scope=col>field");
	html_cells_head(doc, page, true);
	EACH_FIELD(page, f) {
		if (!html_cells_are_zero(page, test, f)) {
			html_values_add_row(doc, page, test, f, page_field(page, f));
			continue;
		}
		text_addf(&zeros, "%s%s", zeros.n ? ", " : "", page_field(page, f));
		zero = f;
	}
	if (zeros.n)
		html_values_add_row(doc, page, test, zero, zeros.s);
	text_add(&doc->t, HTML_TABLE_END);
}

/* Adds a row of raw counts for each put. */
static void
html_values_add_counts(struct doc *doc, const struct page *page, size_t test, enum field f)
{
	EACH_PUT(page, put) {
		const struct cell *cell = results_cell(page->results, test, put);

		doc_add(doc, "<tr><th scope=row>%s `%s`", page_field(page, f),
		    page_label(page, put));
		for (size_t i = 0; i < VARIANT_COUNT * LENGTH_COUNT; i++) {
			doc_add(doc, "<td>");
			if (cell->measured)
				text_add_number(&doc->t,
				    cell->counts[i / LENGTH_COUNT][i % LENGTH_COUNT].of[f]);
		}
		doc_add(doc, "\n");
	}
}

/* Adds the raw counts that the values come from: of the counted fields of the page, and of
   those that its other fields are calculated from, unless they come to 0. */
static void
html_values_add_raw(struct doc *doc, const struct page *page, size_t test)
{
	const unsigned long *loops = page->results->loops;
	field_set set = page->view->fields;
	FREED_BY(doc_free) struct doc rows = {.kind = DOC_HTML};

	set |= fields_needs(page->results->fields, set);
	for (enum field f = 0; f < FIELD_COUNT; f++)
		if (set & FIELD_BIT(f) && !html_cells_are_zero(page, test, f))
			html_values_add_counts(&rows, page, test, f);
	if (!rows.t.n)
		return;
	doc_add(doc, "<details><summary>Raw counts</summary>\n");
	html_table(&doc->t, "", "Totals of processes");
	doc_add(doc,
	    "<thead><tr><th scope=col>field<th scope=col>without, %lu<th scope=col>without, %lu"
	    "<th scope=col>with, %lu<th scope=col>with, %lu\n<tbody>\n",
	    loops[0], loops[1], loops[0], loops[1]);
	text_addf(&doc->t, "%s" HTML_TABLE_END "</details>\n", rows.t.s);
}

void
html_values(struct doc *doc, const struct page *page, size_t test)
{
	struct page one = *page;
	FREED_BY(doc_free) struct doc ranges = {.kind = DOC_HTML};

	one.tests = &test;
	one.test_count = 1;
	/* Otherwise the table of tests and the series have all values. */
	if (!page->history || !chart_is_large(page->history) ||
	    (page->field_count > 1 && !page->view->every) || common_ops(page, test) != 1 ||
	    page->results->tests.v[test].once)
		html_values_add_values(doc, page, test);
	durations_add(doc, &one);
	doc_end(doc);
	ranges_add(&ranges, &one);
	if (doc_end(&ranges)->n)
		text_addf(&doc->t, "<details><summary>Memory layouts</summary>\n%s</details>\n",
		    ranges.t.s);
	html_values_add_raw(doc, page, test);
}

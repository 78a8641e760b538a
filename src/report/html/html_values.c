#include <stdlib.h>

#include "report/chart/chart.h"
#include "report/format_print.h"
#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"
#include "report/moved.h"

/* The value with all its digits, as other formats have it, and what is wrong with it. */
static void
add_value(struct doc *doc, const struct page *page, size_t test, size_t put, enum field f)
{
	const struct cell *cell = results_cell(page->results, test, put);
	struct value value = calc_value(page->results, test, put, f);
	const char *missing = page_missing(page, test, put);

	doc_add(doc, "<td>");
	if (cell->measured && value.known)
		format_number(&doc->t, value.v);
	else
		doc_add(doc, "%s", cell->measured ? "-" : missing);
	if (cell->measured && missing)
		doc_add(doc, " %s", missing);
}

/* Adds a row, headed by these names: of a field, or of several whose cells read the same. */
static void
add_row(struct doc *doc, const struct page *page, size_t test, enum field f, const char *names)
{
	size_t put;

	doc_add(doc, "<tr><th scope=row>%s", names);
	for (put = 0; put < page->results->puts.n; put++) {
		struct change change;

		if (!page_shows(page, put))
			continue;
		add_value(doc, page, test, put, f);
		if (!page_compares(page, put))
			continue;
		change = comparison_of(page->comparison, test, put, f);
		html_cells_change(doc, &change, "");
	}
	doc_add(doc, "\n");
}

/* Returns true if the field is 0 wherever the test was measured. */
static bool
is_zero(const struct page *page, size_t test, enum field f)
{
	size_t put;

	for (put = 0; put < page->results->puts.n; put++) {
		struct value value = calc_value(page->results, test, put, f);

		if (page_shows(page, put) && results_cell(page->results, test, put)->measured &&
		    (!value.known || value.v != 0))
			return false;
	}
	return true;
}

/* All fields that are 0 share the last row. */
static void
add_rows(struct doc *doc, const struct page *page, size_t test)
{
	struct text zeros = TEXT_EMPTY;
	enum field zero = FIELD_NONE;
	size_t i;

	for (i = 0; i < page->field_count; i++) {
		enum field f = page->fields[i];

		if (!is_zero(page, test, f)) {
			add_row(doc, page, test, f, page_field(page, f));
			continue;
		}
		text_addf(&zeros, "%s%s", zeros.n ? ", " : "", page_field(page, f));
		zero = f;
	}
	if (zeros.n)
		add_row(doc, page, test, zero, zeros.s);
	text_free(&zeros);
}

static void
add_caption(struct text *t, const struct test *test)
{
	text_addf(t, "Values of one %s",
	    test->ops > 1 ? "operation"
	    : test->once  ? "run"
	                  : "execution");
	if (test->ops > 1)
		text_addf(t, ", of which one %s has %lu", test->once ? "run" : "execution",
		    test->ops);
}

static void
add_values(struct doc *doc, const struct page *page, size_t test)
{
	struct text caption = TEXT_EMPTY;

	add_caption(&caption, &page->results->tests.v[test]);
	html_table(&doc->t, " class=\"values\"", caption.s);
	text_free(&caption);
	doc_add(doc, "<thead><tr><th scope=col>field");
	html_cells_head(doc, page, true);
	add_rows(doc, page, test);
	html_table_end(&doc->t);
}

static void
add_ranges_head(struct doc *doc, const struct page *page)
{
	size_t put;

	doc_add(doc, "<thead><tr><th scope=col rowspan=2>field");
	for (put = 0; put < page->results->puts.n; put++)
		if (page_shows(page, put))
			doc_add(
			    doc, "<th scope=colgroup colspan=2>`%s`", page_label(page, put));
	doc_add(doc, "\n<tr>");
	for (put = 0; put < page->results->puts.n; put++)
		if (page_shows(page, put))
			doc_add(doc, "<th scope=col>least<th scope=col>most");
	doc_add(doc, "\n<tbody>\n");
}

static void
add_range(struct doc *doc, struct range range)
{
	doc_add(doc, "<td>");
	if (range.known)
		format_number(&doc->t, range.least);
	doc_add(doc, "<td>");
	if (range.known)
		format_number(&doc->t, range.most);
}

static void
add_ranges_of(struct doc *doc, const struct page *page, size_t test)
{
	size_t put, i;

	html_table(&doc->t, "", "Values in all memory layouts");
	add_ranges_head(doc, page);
	for (i = 0; i < page->field_count; i++) {
		doc_add(doc, "<tr><th scope=row>%s", page_field(page, page->fields[i]));
		for (put = 0; put < page->results->puts.n; put++)
			if (page_shows(page, put))
				add_range(
				    doc, calc_range(page->results, test, put, page->fields[i]));
		doc_add(doc, "\n");
	}
	html_table_end(&doc->t);
}

/* The least and most of its values over all memory layouts, if it was measured in several. */
static void
add_ranges(struct doc *doc, const struct page *page, size_t test)
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
	doc_add(doc, "<details><summary>Measured in %s</summary>\n", layouts);
	free(layouts);
	add_ranges_of(doc, page, test);
	for (put = 0; put < page->results->puts.n; put++)
		if (page_shows(page, put) &&
		    moved_fails(results_cell(page->results, test, put)))
			doc_add(doc, "<p>It fails in another layout on `%s`.</p>\n",
			    page_label(page, put));
	doc_add(doc, "</details>\n");
}

/* The counted fields of the page, and those that its other fields are calculated from. */
static field_set
counted_fields(const struct page *page)
{
	field_set set = 0;
	size_t i;

	for (i = 0; i < page->field_count; i++)
		set |= FIELD_BIT(page->fields[i]);
	return (set | fields_needs(page->results->fields, set)) & FIELD_ALL;
}

/* A row for each put. */
static void
add_raw_field(struct doc *doc, const struct page *page, size_t test, enum field f)
{
	size_t rows = 0, put, i;

	for (put = 0; put < page->results->puts.n; put++)
		rows += page_shows(page, put);
	doc_add(doc, "<tr><th scope=rowgroup rowspan=%zu>%s", rows, page_field(page, f));
	for (put = rows = 0; put < page->results->puts.n; put++) {
		const struct cell *cell = results_cell(page->results, test, put);

		if (!page_shows(page, put))
			continue;
		doc_add(doc, rows++ ? "<tr><th scope=row>`%s`" : "<th scope=row>`%s`",
		    page_label(page, put));
		for (i = 0; i < VARIANT_COUNT * LENGTH_COUNT; i++) {
			doc_add(doc, "<td>");
			if (cell->measured)
				text_add_number(&doc->t,
				    cell->counts[i / LENGTH_COUNT][i % LENGTH_COUNT].of[f]);
		}
		doc_add(doc, "\n");
	}
}

static bool
is_measured(const struct page *page, size_t test)
{
	size_t put;

	for (put = 0; put < page->results->puts.n; put++)
		if (page_shows(page, put) && results_cell(page->results, test, put)->measured)
			return true;
	return false;
}

/* The raw counts that the values come from. */
static void
add_raw(struct doc *doc, const struct page *page, size_t test)
{
	const unsigned long *loops = page->results->loops;
	field_set set = counted_fields(page);
	enum field f;

	if (!set || !is_measured(page, test))
		return;
	doc_add(doc, "<details><summary>Raw counts</summary>\n");
	html_table(&doc->t, "", "Totals of processes");
	doc_add(doc,
	    "<thead><tr><th scope=col>field<th scope=col>put<th scope=col>without, %lu"
	    "<th scope=col>without, %lu<th scope=col>with, %lu<th scope=col>with, %lu\n<tbody>\n",
	    loops[0], loops[1], loops[0], loops[1]);
	for (f = 0; f < FIELD_COUNT; f++)
		if (set & FIELD_BIT(f))
			add_raw_field(doc, page, test, f);
	html_table_end(&doc->t);
	doc_add(doc, "</details>\n");
}

/* Whether the table of tests and the series have all values. */
static bool
is_said(const struct page *page, const struct test *test)
{
	return page->history && chart_is_large(page->history) && page->field_count == 1 &&
	       test->ops == 1 && !test->once;
}

void
html_values(struct doc *doc, const struct page *page, size_t test)
{
	if (!is_said(page, &page->results->tests.v[test]))
		add_values(doc, page, test);
	html_times(doc, page, test);
	add_ranges(doc, page, test);
	add_raw(doc, page, test);
}

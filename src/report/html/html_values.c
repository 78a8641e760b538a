#include "report/chart/chart.h"
#include "report/format_print.h"
#include "report/html/html.h"
#include "report/html/html_cells.h"
#include "report/html/html_sections.h"

/* The value with all its digits, as other formats have it, and what is wrong with it. */
static void
add_value(struct text *t, const struct page *page, size_t test, size_t put, enum field f)
{
	const struct cell *cell = results_cell(page->results, test, put);
	struct value value = calc_value(page->results, test, put, f);
	const char *missing = page_missing(page, test, put);

	text_add(t, "<td>");
	if (!cell->measured)
		text_add(t, missing);
	else if (!value.known)
		text_add_char(t, '-');
	else
		format_number(t, value.v);
	if (cell->measured && missing)
		text_addf(t, " %s", missing);
}

/* Adds a row, headed by these names: of a field, or of several whose cells read the same. */
static void
add_row(struct text *t, const struct page *page, size_t test, enum field f, const char *names)
{
	size_t put;

	text_addf(t, "<tr><th scope=row>%s", names);
	for (put = 0; put < page->results->puts.n; put++) {
		struct change change;

		if (!page_shows(page, put))
			continue;
		add_value(t, page, test, put, f);
		if (!page_compares(page, put))
			continue;
		change = comparison_of(page->comparison, test, put, f);
		html_cells_begin_change(t, change.kind);
		html_cells_change(t, &change);
	}
	text_add_char(t, '\n');
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
add_rows(struct text *t, const struct page *page, size_t test)
{
	struct text zeros = TEXT_EMPTY;
	enum field zero = FIELD_NONE;
	size_t i;

	for (i = 0; i < page->field_count; i++) {
		enum field f = page->fields[i];

		if (!is_zero(page, test, f)) {
			add_row(t, page, test, f, page_field(page, f));
			continue;
		}
		text_addf(&zeros, "%s%s", zeros.n ? ", " : "", page_field(page, f));
		zero = f;
	}
	if (zeros.n)
		add_row(t, page, test, zero, zeros.s);
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
add_values(struct text *t, const struct page *page, size_t test)
{
	struct text caption = TEXT_EMPTY;

	add_caption(&caption, &page->results->tests.v[test]);
	html_table(t, " class=\"values\"", caption.s);
	text_free(&caption);
	text_add(t, "<thead><tr><th scope=col>field");
	html_cells_head(t, page, true);
	text_add(t, "<tbody>\n");
	add_rows(t, page, test);
	html_table_end(t);
}

/* Whether the table of tests and the series have all values. */
static bool
is_said(const struct page *page, const struct test *test)
{
	return page->history && chart_is_large(page->history) && page->field_count == 1 &&
	       test->ops == 1 && !test->once;
}

void
html_values(struct text *t, const struct page *page, size_t test)
{
	if (!is_said(page, &page->results->tests.v[test]))
		add_values(t, page, test);
	html_times(t, page, test);
	html_ranges(t, page, test);
	html_raw(t, page, test);
}

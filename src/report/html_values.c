#include "report/format_print.h"
#include "report/html.h"
#include "report/html_cells.h"
#include "report/html_sections.h"

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

static void
add_field(struct text *t, const struct page *page, size_t test, enum field f)
{
	size_t put;

	text_addf(t, "<tr><th scope=row>%s", page_field(page, f));
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
	size_t i;

	add_caption(&caption, &page->results->tests.v[test]);
	html_table(t, " class=\"values\"", caption.s);
	text_free(&caption);
	text_add(t, "<thead><tr><th scope=col>field");
	html_cells_head(t, page, true);
	text_add(t, "<tbody>\n");
	for (i = 0; i < page->field_count; i++)
		add_field(t, page, test, page->fields[i]);
	html_table_end(t);
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

static void
add_raw_head(struct text *t, const struct page *page)
{
	const unsigned long *loops = page->results->loops;

	text_addf(t,
	    "<thead><tr><th scope=col>field<th scope=col>put<th scope=col>without, %lu"
	    "<th scope=col>without, %lu<th scope=col>with, %lu<th scope=col>with, %lu\n<tbody>\n",
	    loops[0], loops[1], loops[0], loops[1]);
}

static void
add_raw_counts(struct text *t, const struct cell *cell, enum field f)
{
	enum variant variant;
	enum length length;

	for (variant = 0; variant < VARIANT_COUNT; variant++)
		for (length = 0; length < LENGTH_COUNT; length++)
			if (cell->measured)
				text_addf(t, "<td>%ju",
				    (uintmax_t)cell->counts[variant][length].of[f]);
			else
				text_add(t, "<td>");
}

/* A row for each put. */
static void
add_raw_field(struct text *t, const struct page *page, size_t test, enum field f)
{
	size_t rows = 0, put;

	for (put = 0; put < page->results->puts.n; put++)
		rows += page_shows(page, put);
	text_addf(t, "<tr><th scope=rowgroup rowspan=%zu>%s", rows, page_field(page, f));
	for (put = rows = 0; put < page->results->puts.n; put++) {
		if (!page_shows(page, put))
			continue;
		text_add(t, rows++ ? "<tr><th scope=row>" : "<th scope=row>");
		html_name(t, page->results->puts.v[put].label);
		add_raw_counts(t, results_cell(page->results, test, put), f);
		text_add_char(t, '\n');
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

static void
add_raw(struct text *t, const struct page *page, size_t test)
{
	field_set set = counted_fields(page);
	enum field f;

	if (!set || !is_measured(page, test))
		return;
	text_add(t, "<details><summary>Raw counts</summary>\n");
	html_table(
	    t, " class=\"raw\"", "Totals of whole processes, without the code and with it");
	add_raw_head(t, page);
	for (f = 0; f < FIELD_COUNT; f++)
		if (set & FIELD_BIT(f))
			add_raw_field(t, page, test, f);
	html_table_end(t);
	text_add(t, "</details>\n");
}

void
html_values(struct text *t, const struct page *page, size_t test)
{
	add_values(t, page, test);
	html_ranges(t, page, test);
	add_raw(t, page, test);
}

#include "report/html/html.h"
#include "report/html/html_sections.h"

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
add_head(struct text *t, const struct page *page)
{
	const unsigned long *loops = page->results->loops;

	text_addf(t,
	    "<thead><tr><th scope=col>field<th scope=col>put<th scope=col>without, %lu"
	    "<th scope=col>without, %lu<th scope=col>with, %lu<th scope=col>with, %lu\n<tbody>\n",
	    loops[0], loops[1], loops[0], loops[1]);
}

static void
add_counts(struct text *t, const struct cell *cell, enum field f)
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
add_field(struct text *t, const struct page *page, size_t test, enum field f)
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
		add_counts(t, results_cell(page->results, test, put), f);
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

void
html_raw(struct text *t, const struct page *page, size_t test)
{
	field_set set = counted_fields(page);
	enum field f;

	if (!set || !is_measured(page, test))
		return;
	text_add(t, "<details><summary>Raw counts</summary>\n");
	html_table(t, "", "Totals of processes");
	add_head(t, page);
	for (f = 0; f < FIELD_COUNT; f++)
		if (set & FIELD_BIT(f))
			add_field(t, page, test, f);
	html_table_end(t);
	text_add(t, "</details>\n");
}

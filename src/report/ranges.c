#include <stdlib.h>
#include <string.h>

#include "report/moved.h"
#include "report/ranges.h"
#include "util/memory.h"
#include "util/text.h"

#define UNKNOWN "?"
#define OVERLAP "~"

/* A table with a row for each test and field that moved: for each put shown, the count and its
   range. */
struct ranges {
	const struct page *page;
	size_t test_count; /* without AVERAGE, the last of the page */
	size_t *puts;      /* shown */
	size_t put_count;
	struct doc *doc;
	field_set moved;       /* fields that differ in another layout */
	bool unknown, overlap; /* these marks are used */
};

static const struct cell *
cell_of(const struct ranges *r, size_t test, size_t put)
{
	return results_cell(r->page->results, test, put);
}

static bool
has_value(const struct ranges *r, size_t test, size_t put, enum field f)
{
	return !page_missing(r->page, test, put) &&
	       calc_value(r->page->results, test, put, f).known;
}

static struct range
range_of(const struct ranges *r, size_t test, size_t put, enum field f)
{
	return calc_range(r->page->results, test, put, f);
}

/* With enough decimals to tell the two apart. */
static void
add_limits(struct text *t, struct range range)
{
	char least[CALC_SHOWN], most[CALC_SHOWN];

	calc_show_both(range.least, range.most, 1, least, most);
	text_addf(t, "(%s to %s)", least, most);
}

/* The count, and its range. */
static void
add_cells(struct ranges *r, size_t test, size_t put, enum field f)
{
	struct range range = range_of(r, test, put, f);
	struct text t = TEXT_EMPTY;
	char buffer[PAGE_CELL_SIZE];

	doc_cell(r->doc, page_color_alone(r->page, test, put), "%s",
	    page_count(r->page, test, put, f, buffer));
	doc_cell(r->doc, COLOR_NONE, "%s", "");
	if (!has_value(r, test, put, f))
		return;
	if (!range.known) {
		r->unknown = true;
		text_add(&t, UNKNOWN);
	}
	if (range.least < range.most)
		add_limits(&t, range);
	if (comparison_of(r->page->comparison, test, put, f).overlap) {
		r->overlap = true;
		text_add(&t, t.n ? " " OVERLAP : OVERLAP);
	}
	doc_add(r->doc, "%s", t.n ? t.s : "");
	text_free(&t);
}

static bool
is_moved(const struct ranges *r, size_t test, enum field f)
{
	size_t i;

	for (i = 0; i < r->put_count; i++) {
		struct range range = range_of(r, test, r->puts[i], f);

		if (has_value(r, test, r->puts[i], f) && range.least < range.most)
			return true;
	}
	return false;
}

/* A row for each field of the test that moved; only the first row has its name. */
static void
add_test(struct ranges *r, size_t test)
{
	const struct page *page = r->page;
	bool named = false;
	size_t i, k;

	for (k = 0; k < page->field_count; k++) {
		enum field f = page->fields[k];

		if (!is_moved(r, test, f))
			continue;
		doc_row(r->doc);
		doc_cell(
		    r->doc, COLOR_NONE, "`%s`", named ? "" : page->results->tests.v[test].name);
		named = true;
		doc_cell(r->doc, COLOR_NONE, "%s", page_field(page, f));
		for (i = 0; i < r->put_count; i++)
			add_cells(r, test, r->puts[i], f);
	}
}

static void
add_table(struct ranges *r)
{
	size_t i;

	doc_table(r->doc, NULL, "");
	doc_column(r->doc, DOC_WORDS, 0, "test");
	doc_column(r->doc, DOC_WORDS, 1, "field");
	for (i = 0; i < r->put_count; i++) {
		doc_column(r->doc, DOC_NUMBER, 1, "`%s`", page_label(r->page, r->puts[i]));
		doc_column(r->doc, DOC_BESIDE, 1, "range");
		if (r->puts[i] == r->page->comparison->norm)
			r->doc->grid.kept = i + 1;
	}
	for (i = 0; i < r->test_count; i++)
		add_test(r, r->page->tests[i]);
}

static void
add_layouts_of(struct moved *layouts, const struct ranges *r, size_t put)
{
	size_t i;

	for (i = 0; i < r->test_count; i++)
		moved_add(layouts, cell_of(r, r->page->tests[i], put));
}

/* The fields that did not move, if others did. */
static void
add_fields(const struct ranges *r)
{
	size_t n = 0, i;

	for (i = 0; r->moved && i < r->page->field_count; i++) {
		if (r->moved & FIELD_BIT(r->page->fields[i]))
			continue;
		if (!n++)
			doc_line(r->doc, "Not moved:");
		doc_add(r->doc, " %s", page_field(r->page, r->page->fields[i]));
	}
}

/* Notes puts for which fewer parts were moved than for others. */
static void
add_fixed(const struct ranges *r, const struct moved *all)
{
	size_t i;

	for (i = 0; i < r->put_count; i++) {
		struct moved own = {0};

		add_layouts_of(&own, r, r->puts[i]);
		if (own.most && moved_parts(&own) != moved_parts(all))
			doc_line(r->doc, "On `%s` only %s moved",
			    page_label(r->page, r->puts[i]), moved_parts(&own));
	}
}

static void
add_marks(const struct ranges *r)
{
	if (r->overlap)
		doc_line(r->doc,
		    OVERLAP " overlaps with `%s`: the difference may come from the layout",
		    page_label(r->page, r->page->comparison->norm));
	if (r->unknown)
		doc_line(r->doc, UNKNOWN " measured in one layout only");
}

static void
add_failed(const struct ranges *r)
{
	const struct page *page = r->page;
	size_t i, k;

	for (i = 0; i < r->test_count; i++)
		for (k = 0; k < r->put_count; k++)
			if (moved_fails(cell_of(r, page->tests[i], r->puts[k])))
				doc_line(r->doc, "Fails in another layout: `%s` on `%s`",
				    page->results->tests.v[page->tests[i]].name,
				    page_label(page, r->puts[k]));
}

static void
add_all(struct ranges *r, const struct moved *all)
{
	char *layouts = moved_text(all);

	doc_paragraph(r->doc, "Jitter: %s moved in %s%s", r->moved ? "what" : "nothing",
	    layouts, r->moved ? " (least to most)" : "");
	free(layouts);
	if (r->moved) {
		add_table(r);
		doc_end(r->doc);
		fputc('\n', r->page->out);
	}
	add_marks(r);
	add_fields(r);
	add_fixed(r, all);
	add_failed(r);
}

static void
choose_cells(struct ranges *r)
{
	const struct page *page = r->page;
	size_t put, n = page->test_count, i, k;

	r->test_count = n && page->tests[n - 1] == PAGE_AVERAGE ? n - 1 : n;
	r->puts = memory_new(page->results->puts.n * sizeof *r->puts);
	for (put = 0; put < page->results->puts.n; put++)
		if (page_shows(page, put))
			r->puts[r->put_count++] = put;
	for (i = 0; i < r->test_count; i++)
		for (k = 0; k < page->field_count; k++)
			if (is_moved(r, page->tests[i], page->fields[k]))
				r->moved |= FIELD_BIT(page->fields[k]);
}

void
ranges_add(struct doc *doc, const struct page *page)
{
	struct ranges r = {.page = page, .doc = doc};
	struct moved all = {0};
	size_t i;

	choose_cells(&r);
	for (i = 0; i < r.put_count; i++)
		add_layouts_of(&all, &r, r.puts[i]);
	if (all.most)
		add_all(&r, &all);
	free(r.puts);
}

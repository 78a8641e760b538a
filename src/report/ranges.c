#include "report/ranges.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/text.h"

#define UNKNOWN "?"
#define OVERLAP "~"

/* The number of other memory layouts in which some cells were measured, not counting cells that
   were in none, and what was moved in them. */
struct moved {
	size_t least, most; /* 0: in none */
	unsigned offsets;   /* 1 << index into moved_names */
};

static const char *const moved_names[] = {"stack", "heap", "code", "variables", "seeds"};

static void
moved_add(struct moved *moved, const struct cell *cell)
{
	size_t n = cell->jitter_count;

	if (!n)
		return;
	if (!moved->most || n < moved->least)
		moved->least = n;
	if (n > moved->most)
		moved->most = n;
	for (size_t i = 0; i < n; i++) {
		const struct memory_layout *layout = &cell->jitter[i].layout;
		const bool moves[] = {
		    layout->stack, layout->heap, layout->code, layout->variables, layout->seed};

		for (size_t k = 0; k < COUNTOF(moves); k++)
			moved->offsets |= (unsigned)moves[k] << k;
	}
}

/* Adds up the cells of a put, or of all. */
static struct moved
moved_make(const struct page *page, size_t put)
{
	struct moved moved = {0};

	EACH_TEST(page, test)
		EACH_PUT(page, each)
			if (put == COMPARISON_ALL || put == each)
				moved_add(&moved, results_cell(page->results, test, each));
	return moved;
}

/* Returns true if the cell fails in another layout. */
static bool
moved_fails(const struct cell *cell)
{
	for (size_t i = 0; i < cell->jitter_count; i++)
		if (!cell->jitter[i].measured)
			return true;
	return false;
}

/* Returns "stack, heap and seeds"; the caller frees. */
static char *
moved_offsets(const struct moved *moved)
{
	struct text t = TEXT_EMPTY;

	for (size_t i = 0; i < COUNTOF(moved_names); i++) {
		const char *before = moved->offsets >> i > 1 ? ", " : " and ";

		if (moved->offsets >> i & 1)
			text_addf(&t, "%s%s", t.n ? before : "", moved_names[i]);
	}
	return text_take(&t);
}

/* A table with a row for each test and field that moved: for each put shown, the count and its
   range. */
struct ranges {
	const struct page *page;
	struct doc *doc;
	field_set moved;       /* fields that differ in another layout */
	bool unknown, overlap; /* these marks are used */
};

static bool
has_value(const struct ranges *r, size_t test, size_t put, enum field f)
{
	return !page_missing(r->page, test, put) &&
	       calc_value(r->page->results, test, put, f).known;
}

/* Adds the count, and its range with enough decimals to tell the limits apart. */
static void
ranges_add_cells(struct ranges *r, size_t test, size_t put, enum field f)
{
	struct range range = calc_range(r->page->results, test, put, f);
	char buffer[PAGE_CELL_SIZE], least[CALC_SHOWN], most[CALC_SHOWN];

	doc_cell(r->doc, page_color_alone(r->page, test, put), "%s",
	    page_count(r->page, test, put, f, buffer));
	doc_cell(r->doc, COLOR_NONE, "%s", "");
	if (!has_value(r, test, put, f))
		return;
	if (!range.known) {
		r->unknown = true;
		doc_add(r->doc, UNKNOWN);
	}
	if (range.least < range.most) {
		calc_show_both(range.least, range.most, 1, least, most);
		doc_add(r->doc, "(%s to %s)", least, most);
	}
	if (comparison_of(r->page->comparison, test, put, f).overlap) {
		r->overlap = true;
		doc_add(
		    r->doc, !range.known || range.least < range.most ? " " OVERLAP : OVERLAP);
	}
}

static bool
is_moved(const struct ranges *r, size_t test, enum field f)
{
	EACH_PUT(r->page, put) {
		struct range range = calc_range(r->page->results, test, put, f);

		if (has_value(r, test, put, f) && range.least < range.most)
			return true;
	}
	return false;
}

/* Adds a row for each field of the test that moved; only the first row has its name. */
static void
ranges_add_test(struct ranges *r, size_t test)
{
	const struct page *page = r->page;
	const char *name = page->results->tests.v[test].name;

	EACH_FIELD(page, f) {
		if (!is_moved(r, test, f))
			continue;
		doc_row(r->doc);
		doc_cell(r->doc, COLOR_NONE, "`%s`", name);
		name = "";
		doc_cell(r->doc, COLOR_NONE, "%s", page_field(page, f));
		EACH_PUT(page, put)
			ranges_add_cells(r, test, put, f);
	}
}

static void
ranges_add_table(struct ranges *r)
{
	size_t n = 0;

	doc_table(r->doc, NULL, "Counts that moved");
	doc_column(r->doc, DOC_WORDS, 0, "test");
	doc_column(r->doc, DOC_WORDS, 1, "field");
	EACH_PUT(r->page, put) {
		doc_column(r->doc, DOC_NUMBER, 1, "`%s`", page_label(r->page, put));
		doc_column(r->doc, DOC_BESIDE, 1, "range");
		n++;
		if (put == r->page->comparison->norm)
			r->doc->grid.kept = n;
	}
	EACH_TEST(r->page, test)
		ranges_add_test(r, test);
}

/* Names the fields that did not move, if others did. */
static void
ranges_add_fields(const struct ranges *r)
{
	size_t n = 0;

	EACH_FIELD(r->page, f) {
		if (!r->moved || r->moved & FIELD_BIT(f))
			continue;
		if (!n++)
			doc_line(r->doc, "Not moved:");
		doc_add(r->doc, " %s", page_field(r->page, f));
	}
}

/* Adds the meaning of the marks, puts for which other offsets were moved than for all, and what
   failed. */
static void
ranges_add_notes(const struct ranges *r, const struct moved *all)
{
	const struct page *page = r->page;

	if (r->overlap)
		doc_line(r->doc,
		    OVERLAP " overlaps with `%s`: the difference may come from the layout",
		    page_label(page, page->comparison->norm));
	if (r->unknown)
		doc_line(r->doc, UNKNOWN " measured in one layout only");
	ranges_add_fields(r);
	EACH_PUT(page, put) {
		struct moved own = moved_make(page, put);
		OWNED char *offsets = moved_offsets(&own);

		if (own.most && own.offsets != all->offsets)
			doc_line(
			    r->doc, "On `%s` only %s moved", page_label(page, put), offsets);
	}
	EACH_TEST(page, test)
		EACH_PUT(page, put)
			if (moved_fails(results_cell(page->results, test, put)))
				doc_line(r->doc, "Fails in another layout: `%s` on `%s`",
				    page->results->tests.v[test].name, page_label(page, put));
}

/* Adds "Jitter: what moved in 3 other layouts of stack and heap". */
static void
ranges_add_head(const struct ranges *r, const struct moved *all)
{
	OWNED char *offsets = moved_offsets(all);

	doc_paragraph(r->doc, "Jitter: %s moved in ", r->moved ? "what" : "nothing");
	if (all->least < all->most)
		doc_add(r->doc, "%zu to ", all->least);
	doc_add(r->doc, "%zu other layout%s of %s%s", all->most, all->most > 1 ? "s" : "",
	    offsets, r->moved ? " (least to most)" : "");
}

void
ranges_add(struct doc *doc, const struct page *page)
{
	struct ranges r = {.page = page, .doc = doc};
	struct moved all = moved_make(page, COMPARISON_ALL);

	if (!all.most)
		return;
	EACH_TEST(page, test)
		EACH_FIELD(page, f)
			if (is_moved(&r, test, f))
				r.moved |= FIELD_BIT(f);
	ranges_add_head(&r, &all);
	if (r.moved) {
		ranges_add_table(&r);
		doc_end(doc);
		if (doc->kind == DOC_TEXT)
			fputc('\n', page->out);
	}
	ranges_add_notes(&r, &all);
}

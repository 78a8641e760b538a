#include <stdlib.h>
#include <string.h>

#include "report/moved.h"
#include "report/ranges.h"
#include "util/display.h"
#include "util/grid.h"
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
	struct grid grid;
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

static void
add_count(struct ranges *r, size_t test, size_t put, enum field f)
{
	char buffer[PAGE_CELL_SIZE];

	grid_add(&r->grid, page_count(r->page, test, put, f, buffer));
	grid_color(&r->grid, page_color_alone(r->page, test, put));
}

/* With enough decimals to tell the two apart. */
static void
add_limits(struct text *t, struct range range)
{
	char least[CALC_SHOWN], most[CALC_SHOWN];

	calc_show_both(range.least, range.most, 1, least, most);
	text_addf(t, "(%s to %s)", least, most);
}

static void
add_range(struct ranges *r, size_t test, size_t put, enum field f)
{
	struct range range = range_of(r, test, put, f);
	struct text t = TEXT_EMPTY;

	if (!has_value(r, test, put, f)) {
		grid_add(&r->grid, "");
		return;
	}
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
	grid_add(&r->grid, t.n ? t.s : "");
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
		r->moved |= FIELD_BIT(f);
		grid_row(&r->grid);
		grid_add(&r->grid, named ? "" : page->results->tests.v[test].name);
		named = true;
		grid_add(&r->grid, page_field(page, f));
		for (i = 0; i < r->put_count; i++) {
			add_count(r, test, r->puts[i], f);
			add_range(r, test, r->puts[i], f);
		}
	}
}

static void
add_layouts_of(struct moved *layouts, const struct ranges *r, size_t put)
{
	size_t i;

	for (i = 0; i < r->test_count; i++)
		moved_add(layouts, cell_of(r, r->page->tests[i], put));
}

static void
print_fields(const struct ranges *r)
{
	size_t n = 0, i;

	for (i = 0; i < r->page->field_count; i++)
		if (!(r->moved & FIELD_BIT(r->page->fields[i])))
			fprintf(r->page->out, "%s %s",
			    n++ ? "" : "Not moved:", page_field(r->page, r->page->fields[i]));
	if (n)
		fputc('\n', r->page->out);
}

/* Notes puts for which fewer parts were moved than for others. */
static void
print_fixed(const struct ranges *r, const struct moved *all)
{
	size_t i;

	for (i = 0; i < r->put_count; i++) {
		struct moved own = {0};
		char *label;

		add_layouts_of(&own, r, r->puts[i]);
		if (!own.most || moved_parts(&own) == moved_parts(all))
			continue;
		label = display_line(r->page->results->puts.v[r->puts[i]].label);
		fprintf(r->page->out, "On %s only %s moved\n", label, moved_parts(&own));
		free(label);
	}
}

static void
print_marks(const struct ranges *r)
{
	size_t reference = r->page->comparison->norm;
	char *label = display_line(r->page->results->puts.v[reference].label);

	if (r->overlap)
		fprintf(r->page->out,
		    OVERLAP " overlaps with %s: the difference may come from the layout\n",
		    label);
	if (r->unknown)
		fputs(UNKNOWN " measured in one layout only\n", r->page->out);
	free(label);
}

static void
print_failed(const struct ranges *r)
{
	const struct page *page = r->page;
	size_t i, k;

	for (i = 0; i < r->test_count; i++)
		for (k = 0; k < r->put_count; k++) {
			char *line, *shown;

			if (!moved_fails(cell_of(r, page->tests[i], r->puts[k])))
				continue;
			line = text_print("Fails in another layout: %s on %s",
			    page->results->tests.v[page->tests[i]].name,
			    page->results->puts.v[r->puts[k]].label);
			shown = display_line(line);
			fprintf(page->out, "%s\n", shown);
			free(shown);
			free(line);
		}
}

static void
print_all(struct ranges *r, const struct moved *all)
{
	FILE *out = r->page->out;
	char *layouts = moved_text(all);

	fprintf(out, "\nJitter: %s moved in %s%s\n", r->grid.rows ? "what" : "nothing", layouts,
	    r->grid.rows ? " (least to most)" : "");
	free(layouts);
	if (r->grid.rows) {
		fputc('\n', out);
		grid_print(&r->grid, 0, r->grid.rows, out);
		fputc('\n', out);
	}
	print_marks(r);
	if (r->moved)
		print_fields(r);
	print_fixed(r, all);
	print_failed(r);
}

static void
choose_cells(struct ranges *r)
{
	size_t put, n = r->page->test_count;

	r->test_count = n && r->page->tests[n - 1] == PAGE_AVERAGE ? n - 1 : n;
	r->puts = memory_new(r->page->results->puts.n * sizeof *r->puts);
	grid_margin(&r->grid, 0, GRID_LEFT);
	grid_margin(&r->grid, 1, GRID_LEFT);
	for (put = 0; put < r->page->results->puts.n; put++) {
		if (!page_shows(r->page, put))
			continue;
		r->puts[r->put_count++] = put;
		grid_group(&r->grid, r->page->results->puts.v[put].label);
		grid_beside(&r->grid);
		if (put == r->page->comparison->norm)
			r->grid.kept = r->put_count;
	}
}

void
ranges_print(const struct page *page)
{
	struct ranges r = {.page = page, .grid = {.terminal = page->terminal}};
	struct moved all = {0};
	size_t i;

	choose_cells(&r);
	for (i = 0; i < r.put_count; i++)
		add_layouts_of(&all, &r, r.puts[i]);
	if (all.most) {
		for (i = 0; i < r.test_count; i++)
			add_test(&r, page->tests[i]);
		print_all(&r, &all);
	}
	grid_free(&r.grid);
	free(r.puts);
}

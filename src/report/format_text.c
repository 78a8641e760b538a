#include <string.h>

#include "report/durations.h"
#include "report/notes.h"
#include "report/page.h"
#include "report/ranges.h"
#include "report/explain/explain_print.h"
#include "report/format_print.h"
#include "report/summary.h"
#include "util/display.h"
#include "util/grid.h"

static void
format_text_add_title(struct grid *grid, const struct page *page, size_t test)
{
	OWNED char *title = page_title(page, test);

	grid_add(grid, title);
}

static void
format_text_add_cell(
    struct grid *grid, const struct page *page, size_t test, size_t put, enum field f)
{
	char buffer[PAGE_CELL_SIZE];

	grid_add(grid, page_cell(page, test, put, f, buffer));
	if (grid->terminal.colors)
		grid_color(grid, page_color(page, test, put, f));
}

/* Adds a margin, then a column for each put. In a table of counts the norm's column is repeated
   in every block. */
static void
format_text_add_puts(struct grid *grid, const struct page *page, enum grid_align margin)
{
	grid_margin(grid, 0, margin);
	for (size_t put = 0; put < page->results->puts.n; put++)
		grid_group(grid, page->results->puts.v[put].label);
	if (page->table.raw)
		grid->kept = page->comparison->norm + 1;
}

/* Fills the row with the cells of all puts in one field. */
static void
format_text_add_cells(struct grid *grid, const struct page *page, size_t test, enum field f)
{
	for (size_t put = 0; put < page->results->puts.n; put++)
		format_text_add_cell(grid, page, test, put, f);
}

static void
print_blurb(const struct page *page)
{
	OWNED char *norm = NULL;

	fputs("Key:\n"
	      "    Ir   Instruction read\n"
	      "    Dr   Data read\n"
	      "    Dw   Data write\n"
	      "    COND conditional branches\n"
	      "    IND  indirect branches\n"
	      "    _m   branch predict miss\n"
	      "    _m1  level 1 cache miss\n"
	      "    _mm  last cache (e.g. L3) miss\n"
	      "    -    indeterminate percentage (e.g. 1/0)\n",
	    page->out);
	EACH_FIELD(page, f)
		if (f >= FIELD_COUNT)
			fprintf(page->out, "    %-4s %s\n", page_field(page, f),
			    fields_meaning(page->results->fields, f));
	fputc('\n', page->out);
	if (page->table.raw) {
		fputs("The numbers represent raw counts per loop iteration.\n", page->out);
		return;
	}
	norm = display_line(page->results->puts.v[page->comparison->norm].label);
	fprintf(page->out,
	    "The numbers represent relative counts per loop iteration, compared to\n"
	    "%s at 100.0%%.\n"
	    "Higher is better: for example, using half as many instructions gives 200%%,\n"
	    "while using twice as many gives 50%%.\n",
	    norm);
}

/* Adds a row for each field of one test. More than a few are grouped by suffix. */
static void
format_text_add_fields(struct grid *grid, const struct page *page, size_t test)
{
	const char *group = "";

	EACH_FIELD(page, f) {
		if (page->field_count > 4 && strcmp(field_suffix(f), group))
			grid_row(grid);
		group = field_suffix(f);
		grid_row(grid);
		grid_add(grid, page_field(page, f));
		format_text_add_cells(grid, page, test, f);
	}
}

static void
print_titles(const struct page *page, size_t test)
{
	OWNED char *title = page_title(page, test), *desc = NULL, *shown = NULL;

	fprintf(page->out, "\n%s\n", title);
	if (test == PAGE_AVERAGE)
		return;
	desc = page_desc(page, test);
	shown = display_text(desc);
	if (*shown)
		fprintf(page->out, "%s\n", shown);
}

/* One grid for all tests, so that their columns have equal widths. */
static void
print_blocks(const struct page *page)
{
	FREED_BY(grid_free) struct grid grid = {.terminal = page->terminal};
	size_t rows;

	format_text_add_puts(&grid, page, GRID_RIGHT);
	for (size_t i = 0; i < page->test_count; i++)
		format_text_add_fields(&grid, page, page->tests[i]);
	rows = page->test_count ? grid.rows / page->test_count : 0;
	for (size_t i = 0; i < page->test_count; i++) {
		print_titles(page, page->tests[i]);
		fputc('\n', page->out);
		grid_print(&grid, i * rows, rows, page->out);
	}
}

static void
print_one_field(const struct page *page, enum field f)
{
	FREED_BY(grid_free) struct grid grid = {.terminal = page->terminal};

	fprintf(page->out, "\nResults for field %s\n\n", page_field(page, f));
	format_text_add_puts(&grid, page, GRID_LEFT);
	for (size_t i = 0; i < page->test_count; i++) {
		grid_row(&grid);
		format_text_add_title(&grid, page, page->tests[i]);
		format_text_add_cells(&grid, page, page->tests[i], f);
	}
	grid_print(&grid, 0, grid.rows, page->out);
}

static void
add_compact_test(struct grid *grid, const struct page *page, size_t test)
{
	OWNED char *desc = NULL;

	grid_row(grid);
	EACH_FIELD(page, f)
		format_text_add_cell(grid, page, test, page->only, f);
	format_text_add_title(grid, page, test);
	if (test == PAGE_AVERAGE)
		return;
	desc = page_desc(page, test);
	grid_add(grid, desc);
}

static void
print_compact(const struct page *page)
{
	OWNED char *label = display_line(page->results->puts.v[page->only].label);
	FREED_BY(grid_free) struct grid grid = {.terminal = page->terminal};

	fprintf(page->out, "\nResults for %s\n\n", label);
	EACH_FIELD(page, f)
		grid_group(&grid, page_field(page, f));
	grid_margin(&grid, 2, GRID_LEFT);
	grid_rest(&grid, 3);
	for (size_t i = 0; i < page->test_count; i++)
		add_compact_test(&grid, page, page->tests[i]);
	grid_print(&grid, 0, grid.rows, page->out);
}

/* Says so instead of an average without tests. */
static void
print_unchanged(const struct page *page)
{
	fprintf(page->out, "No test changed in %s", page_field(page, page->comparison->field));
	if (page->view->least > 0)
		fprintf(page->out, " by more than %g %%", page->view->least);
	fputc('\n', page->out);
}

/* Returns true if a cell was measured: otherwise everything was said when they failed. */
static bool
has_counts(const struct page *page)
{
	for (size_t i = 0; i < page->comparison->test_count; i++)
		EACH_PUT(page, put)
			if (results_cell(page->results, page->comparison->tests[i], put)
			        ->measured)
				return true;
	return false;
}

static void
print_results(struct doc *doc, const struct page *page)
{
	const struct view *view = page->view;

	if (view->lines) {
		summary_lines(page);
		return;
	}
	if (view->summary) {
		summary_print(page);
		notes_machines(doc, page);
		notes_verdicts(doc, page);
		notes_prebuilt(doc, page);
		return;
	}
	if (page->comparison->test_count && !has_counts(page))
		return;
	if (view->changed && !view->average &&
	    !(page->test_count && page->tests[0] != PAGE_AVERAGE)) {
		print_unchanged(page);
		return;
	}
	if (view->tables) {
		print_blurb(page);
		if (page->only != COMPARISON_ALL)
			print_compact(page);
		else if (page->field_count == 1)
			print_one_field(page, page->fields[0]);
		else
			print_blocks(page);
		notes_add(doc, page);
	} else {
		summary_counts(doc, page);
	}
	ranges_add(doc, page);
}

void
format_text(const struct page *page)
{
	FREED_BY(doc_free) struct doc doc = page_doc(page);

	doc.begun = page->view->tables;
	print_results(&doc, page);
	if (!page->view->average)
		durations_add(&doc, page);
	doc_end(&doc);
	if (page->selection)
		explain_text(page->comparison, page->selection, page->view, page->out);
}

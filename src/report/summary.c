#include <math.h>
#include <stdlib.h>

#include "report/page.h"
#include "report/summary.h"
#include "util/display.h"
#include "util/grid.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/output.h"
#include "util/text.h"

const char *
summary_cell(const struct results *results, const struct view *view, size_t test, size_t put,
    char *buffer)
{
	const char *missing = page_missing(results, test, put, view->norm);
	enum field f = change_field(view);
	struct value value;

	if (missing)
		return missing;
	value = calc_operation(results, test, put, f);
	if (!value.known)
		return "-";
	snprintf(buffer, PAGE_CELL_SIZE, "%.*f", calc_decimals(f), value.v);
	return buffer;
}

struct summary
summary_make(const struct results *results, const struct view *view, size_t put)
{
	struct summary summary = {0};
	double percent, total = 0;
	size_t n = 0, test;

	for (test = 0; test < results->tests.n; test++) {
		enum change change = change_of(results, view, test, put, &percent);

		if (change != CHANGE_NONE)
			summary.of[change]++;
		if (change > CHANGE_SAME || isinf(percent) || percent <= -100)
			continue;
		total += log1p(percent / 100);
		n++;
	}
	if (n)
		summary.mean = (struct value){true, expm1(total / (double)n) * 100};
	return summary;
}

/* ", 3 worse" in its colour. */
static void
add_number(struct text *t, const struct summary *summary, enum change change, bool colors)
{
	enum color color = colors && summary->of[change] ? change_color(change, 0) : COLOR_NONE;

	text_addf(t, "%s %s%zu %s%s", change ? "," : "", terminal_color(color),
	    summary->of[change], change_name(change), color ? TERMINAL_PLAIN : "");
}

/* "NAME against NORM: 1 better, 2 worse, 3 same; geometric mean of Ir +1.00 %", fit for
   display. What may well be 0 is not there then. The caller frees. */
static char *
make_line(const struct results *results, const struct view *view, size_t put, bool colors)
{
	struct summary summary = summary_make(results, view, put);
	char *label = display_line(results->puts.v[put].label);
	char *norm = display_line(results->puts.v[view->norm].label), buffer[CHANGE_SIZE];
	struct text t = TEXT_EMPTY;
	enum change change;

	text_addf(&t, "%s against %s:", label, norm);
	for (change = 0; change < CHANGE_COUNT; change++)
		if (change <= CHANGE_SAME || summary.of[change])
			add_number(&t, &summary, change, colors);
	if (summary.mean.known)
		text_addf(&t, "; geometric mean of %s %s", field_name(change_field(view)),
		    change_percent(summary.mean.v, buffer));
	free(label);
	free(norm);
	return text_take(&t);
}

bool
summary_compares(const struct view *view, size_t put)
{
	return put != view->norm && (view->compact == REPORT_NONE || put == view->compact);
}

void
summary_say(const struct results *results, const struct view *view)
{
	bool colors = terminal_of(stderr, view->colors, 0).colors;
	size_t put;

	output_flush();
	for (put = 0; put < results->puts.n; put++) {
		char *line;

		if (!summary_compares(view, put))
			continue;
		line = make_line(results, view, put, colors);
		message_shown(line);
		free(line);
	}
}

static void
add_cell(struct grid *grid, const struct page *page, size_t test, size_t put)
{
	char buffer[PAGE_CELL_SIZE];

	grid_add(grid, summary_cell(page->results, page->view, test, put, buffer));
	grid_color(grid, page_color_alone(page->results, test, put));
}

static void
add_test(struct grid *grid, const struct page *page, size_t test, size_t put)
{
	const struct results *results = page->results;
	const struct view *view = page->view;
	char buffer[CHANGE_SIZE], *title;
	double percent;
	enum change change = change_of(results, view, test, put, &percent);

	if (change == CHANGE_SAME || change == CHANGE_NONE)
		return;
	title = page_title(page, test);
	grid_row(grid);
	grid_add(grid, title);
	add_cell(grid, page, test, view->norm);
	add_cell(grid, page, test, put);
	grid_add(
	    grid, change < CHANGE_SAME ? change_percent(percent, buffer) : change_name(change));
	grid_color(grid, change_color(change, percent));
	free(title);
}

static void
print_changed(const struct page *page, size_t put)
{
	const struct puts *puts = &page->results->puts;
	size_t *order = memory_new(page->table.tests * sizeof *order), i;
	struct grid grid = {.terminal.colors = page->terminal.colors};

	change_sort(page->results, page->view, put, order);
	grid_margin(&grid, 0, GRID_LEFT);
	grid_group(&grid, puts->v[page->view->norm].label);
	grid_group(&grid, puts->v[put].label);
	grid_group(&grid, "change");
	for (i = 0; i < page->table.tests; i++)
		add_test(&grid, page, order[i], put);
	if (grid.rows) {
		fputc('\n', page->out);
		grid_print(&grid, 0, grid.rows, page->out);
	}
	grid_free(&grid);
	free(order);
}

void
summary_print(const struct page *page)
{
	size_t put, said = 0;

	for (put = 0; put < page->table.puts; put++) {
		char *line;

		if (!summary_compares(page->view, put))
			continue;
		line = make_line(page->results, page->view, put, page->terminal.colors);
		fprintf(page->out, "%s%s\n", said++ ? "\n" : "", line);
		free(line);
		print_changed(page, put);
	}
}

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

struct summary
summary_make(const struct comparison *comparison, size_t put)
{
	struct summary summary = {0};
	double total = 0;
	size_t n = 0, i;

	for (i = 0; i < comparison->test_count; i++) {
		struct change change =
		    comparison_decisive(comparison, comparison->tests[i], put);

		if (change.kind < CHANGE_COUNT)
			summary.of[change.kind]++;
		if (change.kind > CHANGE_SAME || isinf(change.percent) ||
		    change.percent <= -100)
			continue;
		total += log1p(change.percent / 100);
		n++;
	}
	if (n)
		summary.mean = (struct value){true, expm1(total / (double)n) * 100};
	return summary;
}

/* ", 3 worse" in its colour. */
static void
add_number(struct text *t, const struct summary *summary, enum change_kind kind, bool colors)
{
	enum color color =
	    colors && summary->of[kind] ? page_color_change(kind, 0) : COLOR_NONE;

	text_addf(t, "%s %s%zu %s%s", kind ? "," : "", terminal_color(color), summary->of[kind],
	    change_name(kind), color ? TERMINAL_PLAIN : "");
}

static char *
make_line(const struct comparison *comparison, size_t put, bool colors)
{
	const struct put *puts = comparison->results->puts.v;
	struct summary summary = summary_make(comparison, put);
	char *label = display_line(puts[put].label);
	char *norm = display_line(puts[comparison->norm].label), buffer[CHANGE_SIZE];
	struct text t = TEXT_EMPTY;
	enum change_kind kind;

	text_addf(&t, "%s against %s:", label, norm);
	for (kind = 0; kind < CHANGE_COUNT; kind++)
		if (kind <= CHANGE_SAME || summary.of[kind])
			add_number(&t, &summary, kind, colors);
	if (summary.mean.known)
		text_addf(&t, "; geometric mean of %s %s",
		    fields_name(comparison->results->fields, comparison->field),
		    change_percent(summary.mean.v, buffer));
	free(label);
	free(norm);
	return text_take(&t);
}

char *
summary_line(const struct comparison *comparison, size_t put)
{
	return make_line(comparison, put, false);
}

void
summary_say(const struct comparison *comparison, const struct view *view)
{
	bool colors = terminal_of(stderr, view->colors, 0).colors;
	size_t only = comparison_put(comparison, view->compact), put;

	output_flush();
	for (put = 0; put < comparison->results->puts.n; put++) {
		char *line;

		if (put == comparison->norm || (only != COMPARISON_ALL && put != only))
			continue;
		line = make_line(comparison, put, colors);
		message_shown(line);
		free(line);
	}
}

static void
add_count(struct grid *grid, const struct page *page, size_t test, size_t put)
{
	char buffer[PAGE_CELL_SIZE];

	grid_add(grid, page_count(page, test, put, page->comparison->field, buffer));
	grid_color(grid, page_color_alone(page, test, put));
}

static void
add_test(struct grid *grid, const struct page *page, size_t test, size_t put)
{
	struct change change = comparison_decisive(page->comparison, test, put);
	char buffer[CHANGE_SIZE], *title;

	if (!change_is_listed(&change))
		return;
	title = page_title(page, test);
	grid_row(grid);
	grid_add(grid, title);
	add_count(grid, page, test, page->comparison->norm);
	add_count(grid, page, test, put);
	grid_add(grid, change.kind < CHANGE_SAME ? change_show(&change, buffer)
	                                         : change_name(change.kind));
	grid_color(grid, page_color_change(change.kind, change.percent));
	free(title);
}

static void
print_changed(const struct page *page, size_t put)
{
	const struct comparison *comparison = page->comparison;
	const struct put *puts = comparison->results->puts.v;
	size_t *order = memory_new(comparison->test_count * sizeof *order), i;
	struct grid grid = {.terminal.colors = page->terminal.colors};

	comparison_sort(comparison, put, order);
	grid_margin(&grid, 0, GRID_LEFT);
	grid_group(&grid, puts[comparison->norm].label);
	grid_group(&grid, puts[put].label);
	grid_group(&grid, "change");
	for (i = 0; i < comparison->test_count; i++)
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
	size_t put, printed = 0;

	for (put = 0; put < page->results->puts.n; put++) {
		char *line;

		if (!page_compares(page, put))
			continue;
		line = make_line(page->comparison, put, page->terminal.colors);
		fprintf(page->out, "%s%s\n", printed++ ? "\n" : "", line);
		free(line);
		print_changed(page, put);
	}
}

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

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

/* " 2 better, 3 worse, 0 same" */
static void
add_numbers(struct text *t, const struct comparison *comparison, const struct summary *summary,
    bool colors)
{
	enum change_kind kind;
	size_t n = 0;

	for (kind = 0; kind < CHANGE_COUNT; kind++)
		n += summary->of[kind];
	if (!n && comparison->test_count) {
		text_addf(t, " nothing to compare: no test has a value of %s on either",
		    fields_name(comparison->results->fields, comparison->field));
		return;
	}
	for (kind = 0; kind < CHANGE_COUNT; kind++)
		if (kind <= CHANGE_SAME || summary->of[kind])
			add_number(t, summary, kind, colors);
}

static char *
make_line(const struct comparison *comparison, size_t put, bool colors)
{
	const struct put *puts = comparison->results->puts.v;
	struct summary summary = summary_make(comparison, put);
	char *label = display_line(puts[put].label);
	char *norm = display_line(puts[comparison->norm].label), buffer[CHANGE_SIZE];
	struct text t = TEXT_EMPTY;

	text_addf(&t, "%s against %s:", label, norm);
	add_numbers(&t, comparison, &summary, colors);
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

static void
add_count(struct grid *grid, const struct page *page, size_t test, size_t put)
{
	char buffer[PAGE_CELL_SIZE];

	grid_add(grid, page_count(page, test, put, page->comparison->field, buffer));
	grid_color(grid, page_color_alone(page, test, put));
}

static void
add_test(struct grid *grid, const struct page *page, size_t test, size_t put,
    const struct change *change)
{
	char buffer[CHANGE_SIZE], *title = page_title(page, test);

	grid_row(grid);
	grid_add(grid, title);
	add_count(grid, page, test, page->comparison->norm);
	add_count(grid, page, test, put);
	grid_add(grid, change->kind < CHANGE_SAME ? change_show(change, buffer)
	                                          : change_name(change->kind));
	grid_color(grid, page_color_change(change->kind, change->percent));
	free(title);
}

/* At most so many. Returns how many there are beyond them. */
static size_t
print_changed(const struct page *page, size_t put, size_t most)
{
	const struct comparison *comparison = page->comparison;
	const struct put *puts = comparison->results->puts.v;
	size_t *order = memory_new(comparison->test_count * sizeof *order), more = 0, i;
	struct grid grid = {.terminal.colors = page->terminal.colors};

	comparison_sort(comparison, put, order);
	grid_margin(&grid, 0, GRID_LEFT);
	grid_group(&grid, puts[comparison->norm].label);
	grid_group(&grid, puts[put].label);
	grid_group(&grid, "change");
	for (i = 0; i < comparison->test_count; i++) {
		struct change change = comparison_decisive(comparison, order[i], put);

		if (!change_is_listed(&change))
			continue;
		if (grid.rows < most)
			add_test(&grid, page, order[i], put, &change);
		else
			more++;
	}
	if (grid.rows) {
		fputc('\n', page->out);
		grid_print(&grid, 0, grid.rows, page->out);
	}
	grid_free(&grid);
	free(order);
	return more;
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
		print_changed(page, put, SIZE_MAX);
	}
}

/* On a terminal: what is printed elsewhere was printed to be read as a whole. */
static bool
says_changes(void)
{
	return isatty(STDOUT_FILENO) && isatty(STDERR_FILENO);
}

static void
say_changes(const struct page *page, size_t put)
{
	const size_t most = 10;
	size_t more = print_changed(page, put, most);

	if (more)
		message_warn("%zu more test%s changed; --summary lists all of them", more,
		    more == 1 ? "" : "s");
}

void
summary_say(const struct comparison *comparison, const struct view *view)
{
	bool changes = says_changes();
	struct page page;
	size_t put, said = 0;

	output_flush();
	page_make(&page, comparison, view, NULL, true, stderr);
	for (put = 0; put < comparison->results->puts.n; put++) {
		char *line;

		if (!page_compares(&page, put))
			continue;
		if (changes && said++)
			fputc('\n', stderr);
		line = make_line(comparison, put, page.terminal.colors);
		message_shown(line);
		free(line);
		if (changes)
			say_changes(&page, put);
	}
	page_free(&page);
}

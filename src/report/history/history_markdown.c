#include <stdlib.h>

#include "report/explain/explain_markdown.h"
#include "report/format_print.h"
#include "report/history/history_print.h"
#include "report/history/history_runs.h"
#include "report/history/history_series.h"
#include "report/history/history_words.h"
#include "report/markdown.h"

/* A comment on GitHub has at most 65536 characters. */
enum { MOST = 60000 };

/* Groups have numbers, other columns foreign text. */
static void
add_row(struct text *t, const struct grid *grid, size_t row)
{
	size_t i;

	for (i = 0; i < grid->column_count; i++) {
		const char *s = grid_text(grid, row, i);

		text_add(t, i ? " | " : "| ");
		if (*s && !grid->columns[i].group)
			markdown_code_cell(t, s);
		else
			text_add(t, s);
	}
	text_add(t, " |\n");
}

/* heads: of all columns but groups, which have their own. */
static void
add_heads(struct text *t, const struct grid *grid, const char *const *heads)
{
	size_t i;

	for (i = 0; i < grid->column_count; i++)
		text_addf(t, "%s%s", i ? " | " : "| ",
		    grid->columns[i].group ? grid->columns[i].head : heads[i]);
	text_add(t, " |\n|");
	for (i = 0; i < grid->column_count; i++)
		text_add(t, grid->columns[i].group ? "--:|" : ":--|");
	text_add_char(t, '\n');
}

/* Rows that do not fit are counted. */
static void
add_grid(struct text *t, const struct grid *grid, const char *const *heads)
{
	size_t row;

	add_heads(t, grid, heads);
	for (row = 0; row < grid->rows; row++) {
		size_t before = t->n;

		add_row(t, grid, row);
		if (t->n <= MOST)
			continue;
		text_cut(t, before);
		text_addf(t, "\n%zu more %s left out.\n", grid->rows - row,
		    grid->rows - row == 1 ? "row is" : "rows are");
		return;
	}
}

static void
add_series(struct text *t, const struct page *page, size_t k)
{
	const struct history *history = page->history;
	bool labels = history->labels.n > 1;
	const char *heads[] = {"test", "label", "runs", "", "", "", "largest step"};
	struct grid grid = {0};
	size_t shown = history_series(&grid, history, k, 0, true);

	text_addf(t, "\n%s", page_field(page, history->shown[k]));
	if (shown < history->run_count)
		text_addf(t, ", lines of the newest %zu runs", shown);
	text_add(t, "\n\n");
	if (!labels)
		heads[1] = "test";
	add_grid(t, &grid, heads + !labels);
	grid_free(&grid);
}

static void
add_runs(struct text *t, const struct history *history, size_t label)
{
	static const char *const heads[] = {"run", "date", "", "", "", "commit"};
	size_t k;

	if (!history_has(history, 0, label))
		return;
	text_add_char(t, '\n');
	markdown_code(t, history->tests.v[0]);
	text_add(t, " on ");
	markdown_code(t, history->labels.v[label]);
	text_add_char(t, '\n');
	for (k = 0; k < history->field_count; k++) {
		struct grid grid = {0};

		history_runs(&grid, history, label, k);
		text_add_char(t, '\n');
		add_grid(t, &grid, heads);
		grid_free(&grid);
	}
}

static void
add_lines(struct text *t, const struct history *history, const char *title,
    void (*add)(const struct history *history, struct words *lines))
{
	struct words lines = WORDS_EMPTY;
	size_t i;

	add(history, &lines);
	if (lines.n)
		text_addf(t, "\n%s\n\n", title);
	for (i = 0; i < lines.n && t->n < MOST; i++) {
		text_add(t, "- ");
		markdown_code(t, lines.v[i]);
		text_add_char(t, '\n');
	}
	if (i < lines.n)
		text_addf(t, "\n%zu more left out.\n", lines.n - i);
	words_free(&lines);
}

static void
add_notes(struct text *t, const struct history *history)
{
	add_lines(t, history, HISTORY_WORDS_BREAKS, history_words_breaks);
	add_lines(t, history, HISTORY_WORDS_COMMANDS, history_words_commands);
	add_lines(t, history, HISTORY_WORDS_WRONG, history_words_wrong);
	add_lines(t, history,
	    PAGE_MARK " a number that means less than it seems; see VERDICTS in "
	              "cgbench-fields(7)",
	    history_words_verdicts);
}

void
history_markdown(const struct page *page)
{
	const struct history *history = page->history;
	char *title = history_words_title(history);
	struct text t = TEXT_EMPTY;
	size_t i;

	text_add(&t, "History of ");
	markdown_code(&t, title);
	text_add_char(&t, '\n');
	if (!history->tests.n)
		text_addf(&t, "\nNo test changed in %s\n", page_field(page, history->shown[0]));
	if (history->tests.n == 1)
		for (i = 0; i < history->labels.n; i++)
			add_runs(&t, history, i);
	else if (history->tests.n)
		for (i = 0; i < history->field_count; i++)
			add_series(&t, page, i);
	add_notes(&t, history);
	if (page->selection)
		explain_markdown(&t, page->comparison, page->selection, false, MOST);
	format_flush(page, &t);
	text_free(&t);
	free(title);
}

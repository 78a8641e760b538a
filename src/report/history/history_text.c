#include <stdlib.h>

#include "report/explain/explain_text.h"
#include "report/history/history_print.h"
#include "report/history/history_runs.h"
#include "report/history/history_series.h"
#include "report/history/history_words.h"
#include "util/display.h"

static void
print_field(const struct page *page, size_t k)
{
	const struct history *history = page->history;
	char *label = history->labels.n == 1 ? display_line(history->labels.v[0]) : NULL;

	fprintf(page->out, "\nResults for field %s%s%s\n\n",
	    page_field(page, history->shown[k]), label ? " on " : "", label ? label : "");
	free(label);
}

static void
print_series(const struct page *page, size_t k)
{
	struct grid grid = {.terminal.colors = page->terminal.colors};
	const struct history *history = page->history;
	size_t shown = history_series(&grid, history, k, page->terminal.width, terminal_utf8());

	print_field(page, k);
	grid_print(&grid, 0, grid.rows, page->out);
	if (shown < history->run_count)
		fprintf(page->out, "\nThe lines show the newest %zu of %zu runs.\n", shown,
		    history->run_count);
	grid_free(&grid);
}

static void
print_runs(const struct page *page, size_t label, size_t k)
{
	struct grid grid = {.terminal = page->terminal};

	history_runs(&grid, page->history, label, k);
	fputc('\n', page->out);
	grid_print(&grid, 0, grid.rows, page->out);
	grid_free(&grid);
}

/* The only test, on each label. */
static void
print_test(const struct page *page)
{
	const struct history *history = page->history;
	size_t label, k;

	for (label = 0; label < history->labels.n; label++) {
		char *title, *shown;

		if (!history_has(history, 0, label))
			continue;
		title = text_print("%s on %s", history->tests.v[0], history->labels.v[label]);
		shown = display_line(title);
		fprintf(page->out, "\n%s\n", shown);
		for (k = 0; k < history->field_count; k++)
			print_runs(page, label, k);
		free(shown);
		free(title);
	}
}

/* Of many notes of a kind, most say the same. */
enum { MOST = 20 };

static void
print_lines(const struct page *page, const char *title,
    void (*add)(const struct history *history, struct words *lines))
{
	struct words lines = WORDS_EMPTY;
	size_t i;

	add(page->history, &lines);
	if (lines.n)
		fprintf(page->out, "\n%s\n", title);
	for (i = 0; i < lines.n && i < MOST; i++) {
		char *line = display_line(lines.v[i]);

		fprintf(page->out, "    %s\n", line);
		free(line);
	}
	if (i < lines.n)
		fprintf(page->out, "    and %zu more\n", lines.n - i);
	words_free(&lines);
}

static void
print_notes(const struct page *page)
{
	print_lines(page, HISTORY_WORDS_BREAKS, history_words_breaks);
	print_lines(page, HISTORY_WORDS_COMMANDS, history_words_commands);
	print_lines(page, HISTORY_WORDS_WRONG, history_words_wrong);
	print_lines(page,
	    PAGE_MARK " a number that means less than it seems; see VERDICTS in "
	              "cgbench-fields(7)",
	    history_words_verdicts);
}

static void
print_unchanged(const struct page *page)
{
	fprintf(
	    page->out, "\nNo test changed in %s", page_field(page, page->history->shown[0]));
	if (page->view->least > 0)
		fprintf(page->out, " by more than %g %%", page->view->least);
	fputc('\n', page->out);
}

void
history_text(const struct page *page)
{
	const struct history *history = page->history;
	char *title = history_words_title(history), *shown = display_line(title);
	size_t k;

	fprintf(page->out, "History of %s\n", shown);
	free(title);
	free(shown);
	if (!history->tests.n)
		print_unchanged(page);
	else if (history->tests.n == 1)
		print_test(page);
	else
		for (k = 0; k < history->field_count; k++)
			print_series(page, k);
	print_notes(page);
	if (page->selection)
		explain_text(page->comparison, page->selection, page->view, page->out);
}

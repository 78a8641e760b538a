#include <stdlib.h>

#include "report/chart/chart.h"
#include "report/chart/chart_frame.h"
#include "report/history/history_words.h"
#include "report/chart/svg.h"
#include "util/memory.h"

/* The id of what charts share. */
static const char shared[] = "chart-runs";

static void
add_heading(const struct chart_frame *frame)
{
	size_t most = (size_t)(frame->width / SVG_COLUMN / 1.4);

	text_add(frame->t, "<g font-size=\"14\" font-weight=\"bold\">");
	svg_text(frame->t, 0, 18, SVG_START, frame->history->tests.v[frame->test], most);
	text_add(frame->t, "</g>\n");
}

/* Adds the lines with a mark in front. */
static void
add_notes_of(struct words *notes, const char *mark, const struct history *history,
    void add(const struct history *history, struct words *lines))
{
	struct words lines = WORDS_EMPTY;
	size_t i;

	add(history, &lines);
	for (i = 0; i < lines.n; i++)
		words_take(notes, text_print("%s %s", mark, lines.v[i]));
	words_free(&lines);
}

static void
add_failures(const struct history *history, struct words *lines)
{
	words_add_all(lines, &history->failures);
}

/* Files of bench.pl tell nothing of what their counts depend on. */
static void
add_unknown(const struct history *history, struct words *lines)
{
	size_t n = 0, run;

	for (run = 0; run < history->run_count; run++)
		n += history->runs[run].unknown && !history->runs[run].wrong;
	if (n)
		words_take(
		    lines, text_print("no fingerprint in %zu of %zu runs: cannot tell whether "
		                      "their counts are comparable",
		               n, history->run_count));
}

/* What the marks mean. In a file that is shown as an image, nobody sees a title. */
static struct words
find_notes(const struct history *history)
{
	struct words notes = WORDS_EMPTY;

	add_notes_of(&notes, "\xe2\x89\xa0 break at", history, history_words_breaks);
	add_notes_of(&notes, "\xc3\x97 failed:", history, add_failures);
	add_notes_of(&notes, "? not read:", history, history_words_wrong);
	add_notes_of(
	    &notes, PAGE_MARK " means less than it seems:", history, history_words_verdicts);
	add_notes_of(&notes, PAGE_MARK, history, add_unknown);
	return notes;
}

/* Below the chart. */
static void
add_notes(const struct chart_frame *frame, const struct words *notes)
{
	size_t columns = (size_t)(frame->width / SVG_COLUMN), i;

	for (i = 0; i < notes->n; i++)
		svg_text(frame->t, 0, frame->height + SVG_LINE * (double)(i + 1), SVG_START,
		    notes->v[i], columns);
}

static void
add_none(const struct chart_frame *frame)
{
	svg_text(frame->t, (frame->left + frame->right) / 2, (frame->top + frame->bottom) / 2,
	    SVG_MIDDLE, "no run has a value", 0);
}

static void
draw(const struct chart_frame *frame)
{
	bool *chosen = memory_new(frame->history->run_count * sizeof *chosen);

	if (frame->page) {
		text_addf(frame->t, "<use href=\"#%s\"/>", shared);
	} else {
		add_heading(frame);
		chart_runs_choose(frame, chosen);
	}
	chart_axes_draw(frame, chosen);
	chart_runs_mark(frame);
	if (frame->valued)
		chart_lines_draw(frame);
	else
		add_none(frame);
	chart_runs_explain(frame);
	free(chosen);
}

void
chart_series(struct text *t, const struct page *page, size_t test, size_t k, const char *link)
{
	const struct history *history = page->history;
	struct chart_frame frame = chart_frame_make(t, history, test, k, link);
	struct words notes = link ? (struct words)WORDS_EMPTY : find_notes(history);
	const char *field = fields_name(history->fields, history->shown[k]);
	char *name = text_print("%s%s%s in %zu run%s", field, link ? "" : " of ",
	    link ? "" : history->tests.v[test], history->run_count,
	    history->run_count == 1 ? "" : "s");

	svg_begin(t, frame.width, frame.height + SVG_LINE * (double)notes.n, name, !link);
	draw(&frame);
	add_notes(&frame, &notes);
	svg_end(t);
	free(name);
	words_free(&notes);
}

void
chart_share(struct text *t, const struct page *page)
{
	struct chart_frame frame = chart_frame_shared(t, page->history);

	text_addf(t, "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs><g id=\"%s\">\n",
	    shared);
	chart_axes_share(&frame);
	chart_runs_share(&frame);
	text_add(t, "</g></defs></svg>\n");
}

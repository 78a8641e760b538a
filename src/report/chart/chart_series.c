#include <math.h>

#include "report/chart/chart.h"
#include "report/chart/chart_frame.h"
#include "report/history/history_words.h"
#include "report/chart/svg.h"

/* The element that charts share has this id. */
static const char shared[] = "chart-runs";

/* Puts a mark before the notes from *done on. */
static void
chart_series_mark(struct words *notes, size_t *done, const char *with)
{
	for (; *done < notes->n; (*done)++)
		words_replace(notes, *done, text_print("%s %s", with, notes->v[*done]));
}

/* Says what the marks mean. A file that is shown as an image has no visible title. */
static struct words
chart_series_find_notes(const struct history *history)
{
	struct words notes = WORDS_EMPTY;
	size_t done = 0, unknown = 0;

	history_words_breaks(history, &notes);
	chart_series_mark(&notes, &done, "\xe2\x89\xa0 break at");
	words_add_all(&notes, &history->failures);
	chart_series_mark(&notes, &done, "\xc3\x97 failed:");
	history_words_wrong(history, &notes);
	chart_series_mark(&notes, &done, "? not read:");
	history_words_verdicts(history, &notes);
	chart_series_mark(&notes, &done, PAGE_MARK " means less than it seems:");
	/* Files of bench.pl do not record what their counts depend on. */
	for (size_t run = 0; run < history->run_count; run++)
		unknown += history->runs[run].unknown && !history->runs[run].wrong;
	if (unknown)
		words_take(
		    &notes, text_print(PAGE_MARK
		                " no fingerprint in %zu of %zu runs: cannot tell whether "
		                "their counts are comparable",
		                unknown, history->run_count));
	return notes;
}

/* Adds the subject of the commit that the largest step is at. */
static void
mark_commit(const struct chart_frame *frame)
{
	const struct history *history = frame->history;
	struct history_step most = {0}, step;

	for (size_t label = 0; label < history->labels.n; label++)
		if (history_largest(history, frame->test, label, frame->k, &step) &&
		    fabs(step.change.percent) > fabs(most.change.percent))
			most = step;
	const char *subject = history->runs[most.run].provenance.subject;
	double x = chart_frame_x(frame, most.run);

	if (most.run && subject)
		svg_text(frame->t, x, frame->top - 13,
		    2 * x > frame->width ? SVG_END : SVG_START, subject,
		    (size_t)(fmax(x, frame->width - x) / SVG_COLUMN));
}

static void
chart_series_draw(const struct chart_frame *frame)
{
	if (frame->page)
		text_addf(frame->t, "<use href=\"#%s\"/>", shared);
	else
		svg_heading(frame->t, 18, frame->history->tests.v[frame->test], frame->width);
	chart_frame_draw_axes(frame);
	chart_runs_mark(frame);
	if (frame->page && !chart_is_large(frame->history))
		mark_commit(frame);
	if (frame->valued)
		chart_lines_draw(frame);
	else
		svg_text(frame->t, (frame->left + frame->right) / 2,
		    (frame->top + frame->bottom) / 2, SVG_MIDDLE, "no run has a value", 0);
	chart_runs_explain(frame);
}

void
chart_series(struct text *t, const struct page *page, size_t test, size_t k, const char *link)
{
	const struct history *history = page->history;
	struct chart_frame frame = chart_frame_make(t, history, test, k, link);
	FREED_BY(words_free)
	struct words notes =
	    link ? (struct words)WORDS_EMPTY : chart_series_find_notes(history);
	const char *field = fields_name(history->fields, history->shown[k]);
	OWNED char *name = text_print("%s%s%s in %zu run%s", field, link ? "" : " of ",
	    link ? "" : history->tests.v[test], history->run_count,
	    history->run_count == 1 ? "" : "s");

	svg_begin(t, frame.width, frame.height + SVG_LINE * (double)notes.n, name, !link);
	chart_series_draw(&frame);
	for (size_t i = 0; i < notes.n; i++)
		svg_text(t, 0, frame.height + SVG_LINE * (double)(i + 1), SVG_START, notes.v[i],
		    (size_t)(frame.width / SVG_COLUMN));
	text_add(t, "</svg>\n");
}

void
chart_share(struct text *t, const struct page *page)
{
	struct chart_frame frame = chart_frame_shared(t, page->history);

	text_addf(t, "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs><g id=\"%s\">\n",
	    shared);
	chart_frame_draw_axes(&frame);
	chart_runs_mark(&frame);
	text_add(t, "</g></defs></svg>\n");
}

#include <math.h>
#include <string.h>

#include "report/chart/chart.h"
#include "report/chart/chart_frame.h"
#include "report/history/history_words.h"
#include "report/html/html.h"
#include "report/chart/svg.h"

/* An event of a series at a run. */
struct event {
	enum { NOTHING, STEP = 1, BREAK = 2, FAILURE = 4 } kind;
	const struct history_point *point;
	struct value value;
	struct change change; /* of a step */
};

static bool
find_before(const struct chart_frame *frame, size_t label, size_t run, struct value *before)
{
	for (; run; run--) {
		if (history_point(frame->history, frame->test, label, run)->broken)
			return false;
		*before = chart_frame_value(frame, label, run - 1);
		if (before->known)
			return true;
	}
	return false;
}

static struct event
event_of(const struct chart_frame *frame, size_t label, size_t run)
{
	struct event event = {
	    .point = history_point(frame->history, frame->test, label, run),
	    .value = chart_frame_value(frame, label, run),
	};
	struct value before;

	if (event.point->state == HISTORY_FAILED)
		event.kind = FAILURE;
	else if (event.point->broken)
		event.kind = BREAK;
	if (event.kind || !event.value.known || !find_before(frame, label, run, &before))
		return event;
	event.change = history_change(frame->history, frame->k, before, event.value);
	if (event.change.kind != CHANGE_SAME)
		event.kind = STEP;
	return event;
}

/* Returns true if an event of those kinds happened to a series. */
static bool
chart_runs_has(const struct chart_frame *frame, size_t run, unsigned kinds)
{
	for (size_t label = 0; label < frame->history->labels.n; label++)
		if (event_of(frame, label, run).kind & kinds)
			return true;
	return false;
}

bool
chart_runs_is_chosen(const struct chart_frame *frame, size_t run)
{
	return chart_runs_has(frame, run, STEP | BREAK);
}

/* Returns true if the series of the label has that break at the run. In a page, breaks of all
   series on a label are drawn once for all charts. */
static bool
has_break(const struct chart_frame *frame, size_t label, size_t run, size_t broken)
{
	const struct history *history = frame->history;
	bool common = !text_begins(history->breaks.v[broken - 1], HISTORY_TEXT);
	size_t end = frame->shared ? history->tests.n : frame->test + 1;

	if (frame->page && common != frame->shared)
		return false;
	for (size_t test = frame->shared ? 0 : frame->test; test < end; test++)
		if (history_point(history, test, label, run)->broken == broken)
			return true;
	return false;
}

/* Draws a dotted line from top to bottom, and a sign that is not equal, whose title has "LABEL:
   why" in a line each. A break of one of several lines has its colour. */
static void
mark_break(const struct chart_frame *frame, size_t run)
{
	const struct history *history = frame->history;
	const char *color = "currentColor";
	FREED_BY(text_free) struct text title = TEXT_EMPTY;
	double x = svg_at(chart_frame_x(frame, run) - frame->interval / 2);

	for (size_t label = 0; label < history->labels.n; label++)
		for (size_t broken = 1; broken <= history->breaks.n; broken++) {
			if (!has_break(frame, label, run, broken))
				continue;
			color = title.n || history->labels.n == 1 || frame->shared
			            ? "currentColor"
			            : chart_lines_color(label);
			text_add(&title, title.n ? "\n" : "");
			svg_name(&title, history->labels.v[label]);
			text_add(&title, ": ");
			html_text(&title, history->breaks.v[broken - 1]);
		}
	if (title.n)
		text_addf(frame->t,
		    "<path d=\"M%g %gV%g\" stroke=\"%s\" stroke-dasharray=\"1 3\"/>"
		    "<path d=\"M%g %gh8m0 3h-8m2 3 4-9\" fill=\"none\" stroke=\"%s\">"
		    "<title>%s</title></path>\n",
		    x, frame->top, frame->bottom, color, svg_at(x - 4), frame->top - 9, color,
		    title.s);
}

void
chart_runs_mark(const struct chart_frame *frame)
{
	for (size_t run = 0; run < frame->history->run_count; run++) {
		double x = chart_frame_x(frame, run), y = frame->bottom + 7;

		mark_break(frame, run);
		if (frame->shared)
			continue;
		if (frame->history->runs[run].wrong)
			svg_text(frame->t, x, y + 4, SVG_MIDDLE, "?", 0);
		else if (chart_runs_has(frame, run, FAILURE))
			text_addf(frame->t,
			    "<path d=\"M%g %gl6 6m0-6-6 6\" stroke=\"currentColor\" "
			    "stroke-width=\"1.5\"/>\n",
			    svg_at(x - 3), svg_at(y - 3));
	}
}

/* always: also says a value with which nothing happened. */
static void
say_event(
    struct text *t, const struct chart_frame *frame, size_t label, size_t run, bool always)
{
	const struct history *history = frame->history;
	struct event event = event_of(frame, label, run);
	char shown[CALC_SHOWN], to[CALC_SHOWN], percent[CHANGE_SIZE];

	if (event.kind == NOTHING && !(always && event.value.known))
		return;
	text_add_char(t, '\n');
	svg_name(t, history->labels.v[label]);
	text_add(t, ": ");
	if (event.kind == STEP) {
		history_words_both(
		    history, frame->k, event.change.from, event.change.to, shown, to);
		text_addf(t, "%s \xe2\x86\x92 %s (%s)", shown, to,
		    change_show(&event.change, percent));
	} else if (event.kind == FAILURE) {
		html_text(t, history->failures.v[event.point->why]);
	} else {
		text_add(t, event.value.known ? chart_frame_show(frame, event.value.v, shown)
		                              : "no value");
	}
	if (event.point->verdicts && event.kind != FAILURE) {
		text_add(t, " " PAGE_MARK " ");
		verdict_add(t, event.point->verdicts, ", ");
	}
	if (event.kind == BREAK) {
		text_add(t, "; not comparable with the run before: ");
		html_text(t, history->breaks.v[event.point->broken - 1]);
	}
}

static void
explain_run(const struct chart_frame *frame, size_t run)
{
	const struct history *history = frame->history;
	bool end = run == 0 || run + 1 == history->run_count;
	FREED_BY(text_free) struct text said = TEXT_EMPTY;

	if (history->runs[run].wrong) {
		text_add_char(&said, '\n');
		html_text(&said, history->runs[run].wrong);
	}
	for (size_t label = 0; label < history->labels.n; label++)
		say_event(&said, frame, label, run, end);
	if (!said.n)
		return;
	if (frame->link)
		text_addf(frame->t, "<a href=\"%s%zu\" tabindex=\"-1\">", frame->link, run);
	text_addf(frame->t, "<path d=\"M%g %gV%g\"><title>", chart_frame_x(frame, run),
	    frame->top, frame->bottom + 10);
	svg_name(frame->t, history->runs[run].name);
	text_addf(frame->t, "%s</title></path>%s\n", said.s, frame->link ? "</a>" : "");
}

bool
chart_is_large(const struct history *history)
{
	const size_t most = 20000;

	return history->tests.n * history->labels.n * history->run_count > most;
}

/* The columns would be most of a large page, whose tables say the same. */
void
chart_runs_explain(const struct chart_frame *frame)
{
	if (frame->page && chart_is_large(frame->history))
		return;
	text_addf(frame->t, "<g stroke=\"#000\" stroke-opacity=\"0\" stroke-width=\"%g\">\n",
	    svg_at(fmin(16, fmax(4, frame->interval))));
	for (size_t run = 0; run < frame->history->run_count; run++)
		explain_run(frame, run);
	text_add(frame->t, "</g>\n");
}

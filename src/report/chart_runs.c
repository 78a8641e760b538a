#include <math.h>
#include <string.h>

#include "report/chart_line.h"
#include "report/chart_runs.h"
#include "report/history_words.h"
#include "report/html.h"
#include "report/svg.h"

/* What happened to a series at a run. */
struct event {
	enum { NOTHING, STEP, BREAK, FAILURE } kind;
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

void
chart_runs_choose(const struct chart_frame *frame, bool *chosen)
{
	size_t run, label;

	for (run = 0; run < frame->history->run_count; run++) {
		chosen[run] = false;
		for (label = 0; label < frame->history->labels.n; label++) {
			int kind = event_of(frame, label, run).kind;

			chosen[run] = chosen[run] || kind == STEP || kind == BREAK;
		}
	}
}

/* How many series broke at a run, and the last of those. */
static size_t
count_broken(const struct chart_frame *frame, size_t run, size_t *which)
{
	size_t n = 0, label;

	for (label = 0; label < frame->history->labels.n; label++)
		if (event_of(frame, label, run).kind == BREAK) {
			*which = label;
			n++;
		}
	return n;
}

/* A break of one of several lines has its colour. */
static void
mark_break(const struct chart_frame *frame, size_t run)
{
	size_t which = 0, n = count_broken(frame, run, &which);
	double x = chart_frame_x(frame, run) - frame->interval / 2;
	const char *color =
	    n == 1 && frame->history->labels.n > 1 ? chart_line_color(which) : "currentColor";

	if (n)
		text_addf(frame->t,
		    "<path d=\"M%g %gV%g\" stroke=\"%s\" stroke-dasharray=\"1 3\"/>"
		    "<path d=\"M%g %gh8m0 3h-8m2 3 4-9\" fill=\"none\" stroke=\"%s\"/>\n",
		    svg_at(x), svg_at(frame->top), svg_at(frame->bottom), color, svg_at(x - 4),
		    svg_at(frame->top - 8), color);
}

static bool
has_failed(const struct chart_frame *frame, size_t run)
{
	size_t label;

	for (label = 0; label < frame->history->labels.n; label++)
		if (event_of(frame, label, run).kind == FAILURE)
			return true;
	return false;
}

static void
mark_valueless(const struct chart_frame *frame, size_t run)
{
	double x = chart_frame_x(frame, run), y = frame->bottom + 10;

	if (frame->history->runs[run].wrong)
		svg_text(frame->t, x, y + 4, SVG_MIDDLE, "?", 0);
	else if (has_failed(frame, run))
		text_addf(frame->t,
		    "<path d=\"M%g %gl6 6m0-6-6 6\" stroke=\"currentColor\" "
		    "stroke-width=\"1.5\"/>\n",
		    svg_at(x - 3), svg_at(y - 3));
}

void
chart_runs_mark(const struct chart_frame *frame)
{
	size_t run;

	for (run = 0; run < frame->history->run_count; run++) {
		mark_break(frame, run);
		mark_valueless(frame, run);
	}
	if (frame->marked)
		svg_text(frame->t, frame->left - 6, frame->bottom + 14, SVG_END, "no value", 0);
}

static void
say_step(struct text *t, const struct chart_frame *frame, const struct change *change)
{
	char from[CALC_SHOWN], to[CALC_SHOWN], percent[CHANGE_SIZE];

	history_words_both(frame->history, frame->k, change->from, change->to, from, to);
	text_addf(t, "%s \xe2\x86\x92 %s (%s)", from, to, change_show(change, percent));
}

/* always: also says a value with which nothing happened. */
static void
say_event(
    struct text *t, const struct chart_frame *frame, size_t label, size_t run, bool always)
{
	const struct history *history = frame->history;
	struct event event = event_of(frame, label, run);
	char shown[CALC_SHOWN];

	if (event.kind == NOTHING && !(always && event.value.known))
		return;
	text_add_char(t, '\n');
	svg_name(t, history->labels.v[label]);
	text_add(t, ": ");
	if (event.kind == STEP) {
		say_step(t, frame, &event.change);
	} else if (event.kind == FAILURE) {
		html_text(t, history->failures.v[event.point->why]);
	} else {
		text_add(t, event.value.known ? chart_frame_show(frame, event.value.v, shown)
		                              : "no value");
	}
	if (event.kind == BREAK) {
		text_add(t, "; not comparable with the run before: ");
		html_text(t, history->breaks.v[event.point->broken - 1]);
	}
}

static void
say_run(struct text *t, const struct chart_frame *frame, size_t run)
{
	const struct history *history = frame->history;
	bool end = run == 0 || run + 1 == history->run_count;
	size_t label;

	if (history->runs[run].wrong) {
		text_add_char(t, '\n');
		html_text(t, history->runs[run].wrong);
	}
	for (label = 0; label < history->labels.n; label++)
		say_event(t, frame, label, run, end);
}

static void
explain_run(const struct chart_frame *frame, size_t run)
{
	struct text said = TEXT_EMPTY;

	say_run(&said, frame, run);
	if (!said.n)
		return;
	if (frame->link)
		text_addf(frame->t, "<a href=\"%s%zu\" tabindex=\"-1\">", frame->link, run);
	text_addf(frame->t, "<path d=\"M%g %gV%g\"><title>", svg_at(chart_frame_x(frame, run)),
	    svg_at(frame->top), svg_at(frame->bottom + (frame->marked ? 14 : 0)));
	svg_name(frame->t, frame->history->runs[run].name);
	text_addf(frame->t, "%s</title></path>%s\n", said.s, frame->link ? "</a>" : "");
	text_free(&said);
}

void
chart_runs_explain(const struct chart_frame *frame)
{
	size_t run;

	text_addf(frame->t, "<g stroke=\"#000\" stroke-opacity=\"0\" stroke-width=\"%g\">\n",
	    svg_at(fmin(16, fmax(4, frame->interval))));
	for (run = 0; run < frame->history->run_count; run++)
		explain_run(frame, run);
	text_add(frame->t, "</g>\n");
}

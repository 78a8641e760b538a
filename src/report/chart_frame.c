#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/chart_frame.h"
#include "report/history_words.h"
#include "report/svg.h"
#include "util/memory.h"

enum { TICKS_IN_PAGE = 3, TICKS_ALONE = 5, TEXT_HEIGHT = 14 };

struct value
chart_frame_value(const struct chart_frame *frame, size_t label, size_t run)
{
	const struct history *history = frame->history;
	struct value value = {false, 0};

	if (history_point(history, frame->test, label, run)->state == HISTORY_MEASURED)
		value = history_value(history, frame->test, label, run, frame->k);
	value.known = value.known && isfinite(value.v);
	return value;
}

bool
chart_frame_last(const struct chart_frame *frame, size_t label, size_t *run)
{
	for (*run = frame->history->run_count; (*run)--;)
		if (chart_frame_value(frame, label, *run).known)
			return true;
	return false;
}

/* As calc_shown has it. */
static double
shown_of(const struct chart_frame *frame, double v)
{
	return calc_shown(frame->history->shown[frame->k], (struct value){true, v}).v;
}

const char *
chart_frame_show(const struct chart_frame *frame, double v, char *buffer)
{
	return history_words_value(
	    frame->history, frame->k, (struct value){true, shown_of(frame, v)}, buffer);
}

static void
choose_scale(struct chart_frame *frame)
{
	const struct history *history = frame->history;
	double least = 0, most = 0;
	size_t label, run;

	for (run = 0; run < history->run_count; run++)
		for (label = 0; label < history->labels.n; label++) {
			struct value value = chart_frame_value(frame, label, run);

			if (!value.known)
				continue;
			value.v = shown_of(frame, value.v);
			least = frame->valued ? fmin(least, value.v) : value.v;
			most = frame->valued ? fmax(most, value.v) : value.v;
			frame->valued = true;
		}
	frame->scale = chart_scale_of(least, most, frame->link ? TICKS_IN_PAGE : TICKS_ALONE);
}

static bool
is_marked(const struct chart_frame *frame)
{
	const struct history *history = frame->history;
	size_t label, run;

	for (run = 0; run < history->run_count; run++) {
		if (history->runs[run].wrong)
			return true;
		for (label = 0; label < history->labels.n; label++)
			if (history_point(history, frame->test, label, run)->state ==
			    HISTORY_FAILED)
				return true;
	}
	return false;
}

static double
left_margin(const struct chart_frame *frame)
{
	char buffer[CHART_SCALE_LABEL];
	double width = frame->marked ? svg_width("no value", 0) : 0, tick;

	for (tick = frame->scale.first; tick <= frame->scale.last; tick++)
		width =
		    fmax(width, svg_width(chart_scale_label(&frame->scale, tick, buffer), 0));
	return ceil(width) + 10;
}

/* For the labels at the ends of lines, with a marker and the last value. */
static double
right_margin(const struct chart_frame *frame)
{
	char buffer[CALC_SHOWN];
	double width = 0;
	size_t label, run;

	for (label = 0; label < frame->history->labels.n; label++) {
		double v;

		if (!chart_frame_last(frame, label, &run))
			continue;
		v = chart_frame_value(frame, label, run).v;
		width =
		    fmax(width, svg_width(frame->history->labels.v[label], CHART_FRAME_LABEL) +
		                    svg_width(chart_frame_show(frame, v, buffer), 0));
	}
	return ceil(width) + 32;
}

struct chart_frame
chart_frame_make(
    struct text *t, const struct history *history, size_t test, size_t k, const char *link)
{
	struct chart_frame frame = {
	    .t = t, .history = history, .test = test, .k = k, .link = link};
	double plot = fmax(link ? 90 : 220, TEXT_HEIGHT * (double)history->labels.n);
	size_t gaps = history->run_count - 1;

	choose_scale(&frame);
	frame.marked = is_marked(&frame);
	frame.top = link ? 20 : 56;
	frame.bottom = frame.top + plot;
	frame.height = frame.bottom + TEXT_HEIGHT * (frame.marked + (link ? 1.5 : 2.8));
	frame.left = left_margin(&frame);
	frame.right = fmax(link ? 640 : 760, frame.left + right_margin(&frame) + 200) -
	              right_margin(&frame);
	frame.width = frame.right + right_margin(&frame);
	frame.interval = gaps ? (frame.right - frame.left - 12) / (double)gaps : 0;
	return frame;
}

/* The first and the last run are a little away from the ends of the axis; a single one is in
   the middle. */
double
chart_frame_x(const struct chart_frame *frame, size_t run)
{
	if (frame->history->run_count == 1)
		return (frame->left + frame->right) / 2;
	return frame->left + 6 + frame->interval * (double)run;
}

double
chart_frame_y(const struct chart_frame *frame, double v)
{
	return frame->bottom -
	       chart_scale_at(&frame->scale, shown_of(frame, v)) * (frame->bottom - frame->top);
}

static void
add_values(const struct chart_frame *frame)
{
	char buffer[CHART_SCALE_LABEL];
	struct text lines = TEXT_EMPTY;
	double tick;

	text_add(frame->t, "<g text-anchor=\"end\">");
	for (tick = frame->scale.first; tick <= frame->scale.last; tick++) {
		double y = chart_frame_y(frame, tick * frame->scale.step);

		text_addf(
		    &lines, "M%g %gH%g", svg_at(frame->left), svg_at(y), svg_at(frame->right));
		text_addf(frame->t, "<text x=\"%g\" y=\"%g\">%s</text>",
		    svg_at(frame->left - 6), svg_at(y + 4),
		    chart_scale_label(&frame->scale, tick, buffer));
	}
	text_addf(frame->t,
	    "</g>\n<path d=\"%s\" stroke=\"currentColor\" stroke-opacity=\".2\"/>\n", lines.s);
	text_free(&lines);
}

/* A tick for each run, as the dashes of one line. */
static void
add_ticks(const struct chart_frame *frame)
{
	double x = chart_frame_x(frame, 0) - 0.5;

	if (frame->history->run_count < 2 || frame->interval < 3)
		return;
	text_addf(frame->t,
	    "<path d=\"M%g %gH%g\" stroke=\"currentColor\" stroke-opacity=\".5\" "
	    "stroke-width=\"4\" stroke-dasharray=\"1 %.4g\"/>\n",
	    svg_at(x), svg_at(frame->bottom + 2), svg_at(frame->right), frame->interval - 1);
}

/* Where the name of a run is: a margin for its width is on both sides. */
struct place {
	double from, to;
};

static struct place
place_of(const struct chart_frame *frame, size_t run)
{
	size_t n = frame->history->run_count;
	double width = svg_width(frame->history->runs[run].name, CHART_FRAME_RUN);
	double x = chart_frame_x(frame, run);

	if (n > 1 && run == 0)
		return (struct place){x - 6, x - 6 + width};
	if (n > 1 && run == n - 1)
		return (struct place){x + 6 - width, x + 6};
	return (struct place){x - width / 2, x + width / 2};
}

static double
names_y(const struct chart_frame *frame)
{
	return frame->bottom + TEXT_HEIGHT * (1 + frame->marked);
}

static void
add_date(const struct chart_frame *frame, size_t run, double x, enum svg_anchor anchor)
{
	char *day = history_words_day(frame->history, run);

	svg_text(frame->t, x, names_y(frame) + TEXT_HEIGHT, anchor, day, 0);
	free(day);
}

static void
add_run(const struct chart_frame *frame, size_t run)
{
	size_t n = frame->history->run_count;
	enum svg_anchor anchor = n == 1         ? SVG_MIDDLE
	                         : run == 0     ? SVG_START
	                         : run == n - 1 ? SVG_END
	                                        : SVG_MIDDLE;
	double x = chart_frame_x(frame, run);

	x += anchor == SVG_START ? -6 : anchor == SVG_END ? 6 : 0;
	svg_text(frame->t, x, names_y(frame), anchor, frame->history->runs[run].name,
	    CHART_FRAME_RUN);
	if (!frame->link && (run == 0 || run == n - 1))
		add_date(frame, run, x, anchor);
}

static void
add_runs(const struct chart_frame *frame, const bool *chosen)
{
	const size_t n = frame->history->run_count;
	const double gap = 10;
	struct place last = place_of(frame, n - 1), before = place_of(frame, 0), place;
	size_t run;

	add_run(frame, 0);
	for (run = 1; run + 1 < n; run++) {
		place = place_of(frame, run);
		if (!chosen[run] || place.from < before.to + gap || place.to + gap > last.from)
			continue;
		add_run(frame, run);
		before = place;
	}
	if (n > 1 && before.to + gap <= last.from)
		add_run(frame, n - 1);
}

/* Above the plot: what the values are. */
static void
add_head(const struct chart_frame *frame)
{
	const struct history *history = frame->history;
	char *head, label[CHART_SCALE_LABEL];
	bool above = frame->scale.first > 0;

	chart_scale_label(&frame->scale, above ? frame->scale.first : frame->scale.last, label);
	head = text_print("%s%s%s%s", fields_name(history->fields, history->shown[frame->k]),
	    !chart_scale_lacks_zero(&frame->scale) ? ""
	    : above                                ? " (the axis begins at "
	                                           : " (the axis ends at ",
	    chart_scale_lacks_zero(&frame->scale) ? label : "",
	    chart_scale_lacks_zero(&frame->scale) ? ", not at 0)" : "");
	svg_text(frame->t, 0, frame->top - 10, SVG_START, head, 0);
	free(head);
}

void
chart_frame_axes(const struct chart_frame *frame, const bool *chosen)
{
	add_head(frame);
	if (frame->valued)
		add_values(frame);
	add_ticks(frame);
	add_runs(frame, chosen);
}

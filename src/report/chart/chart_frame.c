#include <math.h>

#include "report/chart/chart_frame.h"
#include "report/history/history_words.h"
#include "report/chart/svg.h"

enum { TICKS = 5, MARGIN = 6, WIDTH_IN_PAGE = 560, WIDTH_ALONE = 760 };

struct value
chart_frame_value(const struct chart_frame *frame, size_t label, size_t run)
{
	const struct history *history = frame->history;
	struct value value = {false, 0};

	if (history_point(history, frame->test, label, run)->state == HISTORY_MEASURED)
		value = history_value(history, frame->test, label, run, frame->k);
	value.known = value.known && fabs(value.v) < 1e300;
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

/* As in calc_shown. */
static double
shown_of(const struct chart_frame *frame, double v)
{
	return calc_shown(frame->history->shown[frame->k], (struct value){true, v}).v;
}

const char *
chart_frame_show(const struct chart_frame *frame, double v, char *buffer)
{
	return history_words_value(frame->history, frame->k, (struct value){true, v}, buffer);
}

static void
choose_scale(struct chart_frame *frame)
{
	const struct history *history = frame->history;
	double least = 0, most = 0;

	for (size_t run = 0; run < history->run_count; run++)
		for (size_t label = 0; label < history->labels.n; label++) {
			struct value value = chart_frame_value(frame, label, run);

			if (!value.known)
				continue;
			value.v = shown_of(frame, value.v);
			least = frame->valued ? fmin(least, value.v) : value.v;
			most = frame->valued ? fmax(most, value.v) : value.v;
			frame->valued = true;
		}
	frame->scale = frame->page ? chart_scale_with(least, most, CHART_FRAME_STEPS)
	                           : chart_scale_of(least, most, TICKS);
}

static double
widest_tick(const struct chart_frame *frame)
{
	char buffer[CHART_SCALE_LABEL];
	double width = svg_width("no value", 0);
	int steps = (int)(frame->scale.last - frame->scale.first);

	for (int i = 0; i <= steps; i++)
		width = fmax(width,
		    svg_width(
		        chart_scale_label(&frame->scale, frame->scale.first + i, buffer), 0));
	return width;
}

static double
widest_label(const struct history *history)
{
	double width = 0;

	for (size_t label = 0; label < history->labels.n; label++)
		width = fmax(width, svg_width(history->labels.v[label], CHART_FRAME_LABEL));
	return width;
}

static double
widest_end(const struct chart_frame *frame)
{
	char buffer[CALC_SHOWN];
	double width = 0;
	size_t run;

	for (size_t label = 0; label < frame->history->labels.n; label++) {
		if (!chart_frame_last(frame, label, &run))
			continue;
		chart_frame_show(frame, chart_frame_value(frame, label, run).v, buffer);
		width = fmax(width, svg_width(buffer, 0));
	}
	return width;
}

/* ends: the width of what is at the ends of lines. */
static void
chart_frame_place(
    struct chart_frame *frame, double width, double left, double ends, double plot)
{
	size_t gaps = frame->history->run_count - 1;

	frame->left = ceil(left);
	frame->width = ceil(fmax(width, left + ends + 200));
	frame->right = frame->width - ceil(ends);
	frame->interval = gaps ? (frame->right - frame->left - 2 * MARGIN) / (double)gaps : 0;
	frame->bottom = frame->top + fmax(plot, SVG_LINE * (double)frame->history->labels.n);
}

struct chart_frame
chart_frame_shared(struct text *t, const struct history *history)
{
	struct chart_frame frame = {.t = t, .history = history, .page = true, .top = 22};

	chart_frame_place(&frame, WIDTH_IN_PAGE, 60, widest_label(history) + 70, 90);
	frame.height = frame.bottom + 24;
	return frame;
}

struct chart_frame
chart_frame_make(
    struct text *t, const struct history *history, size_t test, size_t k, const char *link)
{
	struct chart_frame frame = {.t = t, .history = history, .top = 56};

	if (link)
		frame = chart_frame_shared(t, history);
	frame.test = test;
	frame.k = k;
	frame.link = link;
	choose_scale(&frame);
	if (link)
		return frame;
	chart_frame_place(&frame, WIDTH_ALONE, widest_tick(&frame) + 10,
	    widest_label(history) + widest_end(&frame) + 46, 220);
	frame.height = frame.bottom + 48;
	return frame;
}

/* The first and the last run are a little away from the ends of the axis. A single one is the
   last. */
double
chart_frame_x(const struct chart_frame *frame, size_t run)
{
	double x = frame->history->run_count == 1
	               ? frame->right - MARGIN
	               : frame->left + MARGIN + frame->interval * (double)run;

	return frame->page ? round(x) : svg_at(x);
}

double
chart_frame_y(const struct chart_frame *frame, double v)
{
	double y = frame->bottom - chart_scale_at(&frame->scale, shown_of(frame, v)) *
	                               (frame->bottom - frame->top);

	return frame->page ? round(y) : svg_at(y);
}

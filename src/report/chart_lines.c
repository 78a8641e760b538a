#include <math.h>
#include <stdlib.h>

#include "report/chart_line.h"
#include "report/chart_lines.h"
#include "report/html.h"
#include "report/svg.h"
#include "util/memory.h"

/* The pen that draws a line. */
struct pen {
	const struct chart_frame *frame;
	size_t label;
	struct text line, markers; /* commands of paths */
	bool down;
	double v;          /* what it is at */
	size_t from, last; /* runs: where the level line began, and how far it goes */
};

static double
radius(const struct chart_frame *frame)
{
	return frame->interval && frame->interval < 8 ? fmax(1.5, frame->interval * 0.4) : 3;
}

static void
add_marker(struct pen *pen, size_t run, double v)
{
	text_addf(&pen->markers, "M%g %g", svg_at(chart_frame_x(pen->frame, run)),
	    svg_at(chart_frame_y(pen->frame, v)));
	chart_line_marker(&pen->markers, pen->label, radius(pen->frame));
}

static void
draw_level(struct pen *pen, size_t run)
{
	if (pen->down && run > pen->from)
		text_addf(&pen->line, "H%g", svg_at(chart_frame_x(pen->frame, run)));
}

static void
lift(struct pen *pen)
{
	draw_level(pen, pen->last);
	pen->down = false;
}

static bool
differs(const struct pen *pen, double v)
{
	const struct value from = {true, pen->v}, to = {true, v};
	const struct chart_frame *frame = pen->frame;

	return history_change(frame->history, frame->k, from, to).kind != CHANGE_SAME;
}

static void
move(struct pen *pen, size_t run, double v)
{
	double y = svg_at(chart_frame_y(pen->frame, v));

	if (!pen->down) {
		text_addf(&pen->line, "M%g %g", svg_at(chart_frame_x(pen->frame, run)), y);
	} else if (differs(pen, v)) {
		draw_level(pen, run);
		text_addf(&pen->line, "V%g", y);
	}
	if (!pen->down || differs(pen, v)) {
		add_marker(pen, run, v);
		pen->from = run;
		pen->v = v;
	}
	pen->down = true;
	pen->last = run;
}

static void
draw_line(const struct chart_frame *frame, size_t label)
{
	struct pen pen = {.frame = frame, .label = label};
	const struct history *history = frame->history;
	size_t run;

	for (run = 0; run < history->run_count; run++) {
		struct value value = chart_frame_value(frame, label, run);

		if (!value.known || history_point(history, frame->test, label, run)->broken)
			lift(&pen);
		if (value.known)
			move(&pen, run, value.v);
	}
	lift(&pen);
	if (pen.line.n)
		text_addf(frame->t,
		    "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"%s/>"
		    "<path d=\"%s\" fill=\"%s\"/>\n",
		    pen.line.s, chart_line_color(label), chart_line_dash(label), pen.markers.s,
		    chart_line_color(label));
	text_free(&pen.line);
	text_free(&pen.markers);
}

/* The end of a line. */
struct end {
	size_t label, run;
	double v, y; /* y: of the text, which moves until none hides another */
};

/* From the top of the plot, ties by label. */
static int
compare_ends(const void *a, const void *b)
{
	const struct end *x = a, *y = b;

	if (x->y != y->y)
		return x->y < y->y ? -1 : 1;
	return (x->label > y->label) - (x->label < y->label);
}

/* Moves what is too close down, and then up what fell out of the plot. */
static void
spread(const struct chart_frame *frame, struct end *ends, size_t n)
{
	const double apart = SVG_FONT + 2;
	size_t i;

	qsort(ends, n, sizeof *ends, compare_ends);
	for (i = 1; i < n; i++)
		ends[i].y = fmax(ends[i].y, ends[i - 1].y + apart);
	if (n)
		ends[n - 1].y = fmin(ends[n - 1].y, frame->bottom);
	for (i = n; i-- > 1;)
		ends[i - 1].y = fmin(ends[i - 1].y, ends[i].y - apart);
}

/* A line that ended before the newest run has no value there. */
static void
add_end(const struct chart_frame *frame, const struct end *end)
{
	const struct history *history = frame->history;
	const char *label = history->labels.v[end->label];
	bool newest = end->run + 1 == history->run_count;
	double x = frame->right + 12, y = chart_frame_y(frame, end->v);
	char buffer[CALC_SHOWN];
	struct text marker = TEXT_EMPTY;

	text_addf(&marker, "M%g %g", svg_at(x), svg_at(end->y));
	chart_line_marker(&marker, end->label, 3);
	text_addf(
	    frame->t, "<path d=\"%s\" fill=\"%s\"/>", marker.s, chart_line_color(end->label));
	if (newest && fabs(y - end->y) > 2)
		text_addf(frame->t, "<path d=\"M%g %gL%g %g\" stroke=\"%s\"/>",
		    svg_at(frame->right - 6), svg_at(y), svg_at(x), svg_at(end->y),
		    chart_line_color(end->label));
	svg_text(frame->t, x + 6, end->y + 4, SVG_START, label, CHART_FRAME_LABEL);
	if (newest)
		svg_text(frame->t, frame->width - 2, end->y + 4, SVG_END,
		    chart_frame_show(frame, end->v, buffer), 0);
	text_free(&marker);
}

static void
add_ends(const struct chart_frame *frame)
{
	size_t count = frame->history->labels.n, n = 0, i;
	struct end *ends = memory_new((count + 1) * sizeof *ends);

	for (i = 0; i < count; i++) {
		struct end *end = &ends[n];

		end->label = i;
		if (!chart_frame_last(frame, i, &end->run))
			continue;
		end->v = chart_frame_value(frame, i, end->run).v;
		end->y = chart_frame_y(frame, end->v);
		n++;
	}
	spread(frame, ends, n);
	for (i = 0; i < n; i++)
		add_end(frame, &ends[i]);
	free(ends);
}

void
chart_lines_draw(const struct chart_frame *frame)
{
	size_t label;

	for (label = 0; label < frame->history->labels.n; label++)
		draw_line(frame, label);
	add_ends(frame);
}

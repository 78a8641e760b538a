#include <math.h>

#include "report/chart/chart.h"
#include "report/chart/chart_frame.h"
#include "report/history/history_words.h"
#include "report/chart/svg.h"
#include "util/array.h"
#include "util/order.h"

enum { LOOKS = 6 };

/* Dashes and markers are another one for each round of colours. */
static size_t
shifted(size_t i)
{
	return (i + i / LOOKS) % LOOKS;
}

const char *
chart_lines_color(size_t i)
{
	static const char *const colors[LOOKS] = {
	    "#2f7fd6", "#d4621f", "#0f9a6c", "#a463d8", "#c04a8a", "#8a7a20"};

	return colors[i % LOOKS];
}

/* The attribute of its dash, with a blank before it, or "". */
static const char *
dash_of(size_t i)
{
	static const char *const dashes[LOOKS] = {"", " stroke-dasharray=\"6 3\"",
	    " stroke-dasharray=\"2 2\"", " stroke-dasharray=\"8 2 2 2\"",
	    " stroke-dasharray=\"3 5\"", " stroke-dasharray=\"12 3\""};

	return dashes[shifted(i)];
}

/* Adds the commands of a path that draws a marker around the current point: a disc, a square, a
   triangle, a diamond, a triangle on its point, or a bar. r: about its radius. */
static void
draw_marker(struct text *t, size_t i, double r)
{
	double a = svg_at(r), b = svg_at(2 * r), c = svg_at(r * 1.3);

	switch (shifted(i)) {
	case 0:
		text_addf(t, "m-%g 0a%g %g 0 1 0 %g 0a%g %g 0 1 0-%g 0", a, a, a, b, a, a, b);
		break;
	case 1:
		text_addf(t, "m-%g-%gh%gv%gh-%gz", a, a, b, b, b);
		break;
	case 2:
		text_addf(t, "m0-%gl%g %gh-%gz", c, c, b, svg_at(2 * c));
		break;
	case 3:
		text_addf(t, "m0-%gl%g %gl-%g %gl-%g-%gz", c, c, c, c, c, c, c);
		break;
	case 4:
		text_addf(t, "m0 %gl%g-%gh-%gz", c, c, b, svg_at(2 * c));
		break;
	default:
		text_addf(t, "m-%g-%gh%gv%gh-%gz", svg_at(c * 1.2), svg_at(r / 2),
		    svg_at(c * 2.4), a, svg_at(c * 2.4));
	}
}

/* A line, whose pen goes from run to run. */
struct line {
	const struct chart_frame *frame;
	size_t label, last;        /* last: the last run with a value */
	double end;                /* where the text at its end is */
	struct text path, markers; /* commands of paths */
	bool down;                 /* the pen: */
	double v;                  /* the value that it is at */
	size_t from, at;           /* runs: since when it is there, and how far */
};

/* In a page, a tick across the line, whose path is there. */
static void
add_marker(struct line *line, size_t run, double v)
{
	const struct chart_frame *frame = line->frame;
	double most = frame->interval ? frame->interval * 0.4 : 3;

	if (frame->page) {
		text_add(&line->path, "m0-3v6m0-3");
		return;
	}
	text_addf(&line->markers, "M%g %g", chart_frame_x(frame, run), chart_frame_y(frame, v));
	draw_marker(&line->markers, line->label, fmax(1.5, fmin(3, most)));
}

static void
draw_level(struct line *line, size_t run)
{
	if (line->down && run > line->from)
		text_addf(&line->path, "H%g", chart_frame_x(line->frame, run));
}

/* A point alone is no line. */
static void
lift(struct line *line, size_t began)
{
	draw_level(line, line->at);
	if (line->down && line->frame->page && line->at == began)
		add_marker(line, line->at, line->v);
	line->down = false;
}

static bool
steps(const struct line *line, double v)
{
	const struct value from = {true, line->v}, to = {true, v};
	const struct chart_frame *frame = line->frame;

	return line->down &&
	       history_change(frame->history, frame->k, from, to).kind != CHANGE_SAME;
}

static void
chart_lines_step(struct line *line, size_t run, double v)
{
	const struct chart_frame *frame = line->frame;
	double y = chart_frame_y(frame, v), before = chart_frame_y(frame, line->v);

	draw_level(line, run);
	text_addf(&line->path, "V%g", y);
	if (!frame->page || fabs(y - before) < 3)
		add_marker(line, run, v);
}

static void
chart_lines_begin(struct line *line, size_t run, double v)
{
	const struct chart_frame *frame = line->frame;

	text_addf(&line->path, "M%g %g", chart_frame_x(frame, run), chart_frame_y(frame, v));
	if (!frame->page)
		add_marker(line, run, v);
}

static void
trace(struct line *line)
{
	const struct chart_frame *frame = line->frame;
	size_t began = 0;

	for (size_t run = 0; run <= line->last; run++) {
		struct value value = chart_frame_value(frame, line->label, run);

		if (!value.known ||
		    history_point(frame->history, frame->test, line->label, run)->broken)
			lift(line, began);
		if (!value.known)
			continue;
		if (!line->down)
			chart_lines_begin(line, began = run, value.v);
		else if (steps(line, value.v))
			chart_lines_step(line, run, value.v);
		if (!line->down || steps(line, value.v)) {
			line->from = run;
			line->v = value.v;
		}
		line->down = true;
		line->at = run;
	}
	lift(line, began);
}

static bool
is_newest(const struct line *line)
{
	return line->last + 1 == line->frame->history->run_count;
}

/* From the end of the line to its label; if it ended before the newest run, a piece of it. */
static void
chart_lines_lead(struct line *line)
{
	double x = line->frame->right + 6;

	if (is_newest(line))
		text_addf(&line->path, "L%g %g", x, line->end);
	else
		text_addf(&line->path, "M%g %gH%g", x - 10, line->end, x);
}

static void
add_paths(struct line *line)
{
	struct text *t = line->frame->t;
	const char *color = chart_lines_color(line->label);

	text_addf(
	    t, "<path stroke=\"%s\"%s d=\"%s\"/>", color, dash_of(line->label), line->path.s);
	if (line->markers.n)
		text_addf(
		    t, "<path fill=\"%s\" stroke=\"none\" d=\"%s\"/>", color, line->markers.s);
	text_add_char(t, '\n');
}

/* A mark above each value that means less than it seems: one text, whose letters have a place
   each. */
static void
chart_lines_add_marks(const struct line *line)
{
	const struct chart_frame *frame = line->frame;
	FREED_BY(text_free) struct text marks = TEXT_EMPTY, x = TEXT_EMPTY, y = TEXT_EMPTY;

	for (size_t run = 0; run <= line->last; run++) {
		struct value value = chart_frame_value(frame, line->label, run);

		if (!value.known ||
		    !history_point(frame->history, frame->test, line->label, run)->verdicts)
			continue;
		text_addf(&x, "%s%g", x.n ? " " : "", chart_frame_x(frame, run));
		text_addf(&y, "%s%g", y.n ? " " : "", chart_frame_y(frame, value.v) - 5);
		text_add(&marks, PAGE_MARK);
	}
	if (marks.n)
		text_addf(frame->t,
		    "<text text-anchor=\"middle\" x=\"%s\" y=\"%s\">%s</text>\n", x.s, y.s,
		    marks.s);
}

/* The label, and the last value if it is that of the newest run and the page is not large. */
static void
chart_lines_add_label(const struct line *line)
{
	const struct chart_frame *frame = line->frame;
	const char *label = frame->history->labels.v[line->label];
	char buffer[CALC_SHOWN];

	svg_marked(frame->t, frame->right + 10, line->end + 4, SVG_START, label,
	    CHART_FRAME_LABEL,
	    history_words_marked(frame->history, frame->test, line->label) ? PAGE_MARK : "");
	if (is_newest(line) && !(frame->page && chart_is_large(frame->history)))
		svg_text(frame->t, frame->width, line->end + 4, SVG_END,
		    chart_frame_show(frame, line->v, buffer), 0);
}

/* Moves what is too close down, from the top of the plot on, and then up what fell out of it.
   The lines stay in the order of their labels: a dashed one is drawn over an earlier one, which
   is seen through it. */
static void
spread(const struct chart_frame *frame, struct line *lines, size_t n)
{
	const double apart = SVG_LINE - 1;
	OWNED struct order_key *keys = memory_array(n + 1, sizeof *keys);
	double end = -INFINITY;

	for (size_t i = 0; i < n; i++)
		keys[i] = (struct order_key){{-lines[i].end}, i};
	order_sort(keys, n);
	ARRAY_EACH(const struct order_key, key, keys, n)
		end = lines[key->index].end = fmax(lines[key->index].end, end + apart);
	end = frame->bottom + apart;
	for (size_t i = n; i--;)
		end = lines[keys[i].index].end = fmin(lines[keys[i].index].end, end - apart);
}

/* The labels that have a value; room: for all. */
static size_t
chart_lines_find_lines(const struct chart_frame *frame, struct line *lines)
{
	size_t n = 0, last;

	for (size_t label = 0; label < frame->history->labels.n; label++) {
		if (!chart_frame_last(frame, label, &last))
			continue;
		lines[n++] = (struct line){
		    .frame = frame,
		    .label = label,
		    .last = last,
		    .end = chart_frame_y(frame, chart_frame_value(frame, label, last).v),
		};
	}
	return n;
}

void
chart_lines_draw(const struct chart_frame *frame)
{
	OWNED struct line *lines = memory_array(frame->history->labels.n + 1, sizeof *lines);
	size_t n = chart_lines_find_lines(frame, lines);

	spread(frame, lines, n);
	text_add(frame->t, "<g fill=\"none\" stroke-width=\"1.5\">");
	for (size_t i = 0; i < n; i++) {
		trace(&lines[i]);
		chart_lines_lead(&lines[i]);
		add_paths(&lines[i]);
		text_free(&lines[i].path);
		text_free(&lines[i].markers);
	}
	text_add(frame->t, "</g>\n");
	for (size_t i = 0; i < n; i++) {
		chart_lines_add_marks(&lines[i]);
		chart_lines_add_label(&lines[i]);
	}
}

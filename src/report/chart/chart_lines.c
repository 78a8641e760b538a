#include <ctype.h>
#include <math.h>

#include "report/chart/chart.h"
#include "report/chart/chart_frame.h"
#include "report/history/history_words.h"
#include "report/chart/svg.h"
#include "util/array.h"
#include "util/order.h"

enum { LOOKS = 6 };

/* Each round of colours has other dashes and markers. */
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

/* Adds the commands of a path that draws a marker around the current point. r: about its
   radius. */
static void
draw_marker(struct text *t, size_t i, double r)
{
	/* A disc, a square, a triangle, a diamond, a triangle on its point, and a bar, in which
	   a capital stands for a length. */
	static const char *const shapes[LOOKS] = {"m-A 0aA A 0 1 0 B 0aA A 0 1 0-B 0",
	    "m-A-AhBvBh-Bz", "m0-ClC Bh-Dz", "m0-ClC Cl-C Cl-C-Cz", "m0 ClC-Bh-Dz",
	    "m-E-FhGvAh-Gz"};
	const double c = svg_at(r * 1.3);
	const double lengths[] = {r, 2 * r, c, 2 * c, c * 1.2, r / 2, c * 2.4};

	for (const char *s = shapes[shifted(i)]; *s; s++)
		if (isupper((unsigned char)*s))
			text_addf(t, "%g", svg_at(lengths[*s - 'A']));
		else
			text_add_char(t, *s);
}

/* A line, whose pen goes from run to run. */
struct chart_line {
	const struct chart_frame *frame;
	size_t label, last;        /* last: the last run with a value */
	bool newest;               /* that is the newest run */
	double end;                /* where the text at its end is */
	struct text path, markers; /* commands of paths */
	bool down;                 /* the pen: */
	double v;                  /* the value that it is at */
	size_t began, from, at; /* runs: where it was put down, since when it is at the value,
	                           and how far */
};

/* Marks the current point: in a page, by a tick across the line. */
static void
add_marker(struct chart_line *line, size_t run, double v)
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
draw_level(struct chart_line *line, size_t run)
{
	if (line->down && run > line->from)
		text_addf(&line->path, "H%g", chart_frame_x(line->frame, run));
}

/* A point alone is no line. */
static void
lift(struct chart_line *line)
{
	draw_level(line, line->at);
	if (line->down && line->frame->page && line->at == line->began)
		add_marker(line, line->at, line->v);
	line->down = false;
}

static bool
steps(const struct chart_line *line, double v)
{
	const struct value from = {true, line->v}, to = {true, v};
	const struct chart_frame *frame = line->frame;

	return history_change(frame->history, frame->k, from, to).kind != CHANGE_SAME;
}

/* Moves the pen to another value, or puts it down there. In a page, only a step that is hardly
   visible has a marker. */
static void
chart_lines_move(struct chart_line *line, size_t run, double v)
{
	const struct chart_frame *frame = line->frame;
	double y = chart_frame_y(frame, v);
	bool seen = !line->down || fabs(y - chart_frame_y(frame, line->v)) >= 3;

	draw_level(line, run);
	if (line->down)
		text_addf(&line->path, "V%g", y);
	else
		text_addf(&line->path, "M%g %g", chart_frame_x(frame, run), y);
	if (!frame->page || !seen)
		add_marker(line, run, v);
	if (!line->down)
		line->began = run;
	line->down = true;
	line->from = run;
	line->v = v;
}

static void
trace(struct chart_line *line)
{
	const struct chart_frame *frame = line->frame;

	for (size_t run = 0; run <= line->last; run++) {
		struct value value = chart_frame_value(frame, line->label, run);

		if (!value.known ||
		    history_point(frame->history, frame->test, line->label, run)->broken)
			lift(line);
		if (!value.known)
			continue;
		if (!line->down || steps(line, value.v))
			chart_lines_move(line, run, value.v);
		line->at = run;
	}
	lift(line);
}

/* Adds the path, which leads to the label from the end of the line; if that is before the
   newest run, a piece of it does. */
static void
add_paths(struct chart_line *line)
{
	struct text *t = line->frame->t;
	/* The attribute of a dash, with a blank before it, or "". */
	static const char *const dashes[LOOKS] = {"", " stroke-dasharray=\"6 3\"",
	    " stroke-dasharray=\"2 2\"", " stroke-dasharray=\"8 2 2 2\"",
	    " stroke-dasharray=\"3 5\"", " stroke-dasharray=\"12 3\""};
	const char *color = chart_lines_color(line->label);
	double x = line->frame->right + 6;

	trace(line);
	if (line->newest)
		text_addf(&line->path, "L%g %g", x, line->end);
	else
		text_addf(&line->path, "M%g %gH%g", x - 10, line->end, x);
	text_addf(t, "<path stroke=\"%s\"%s d=\"%s\"/>", color, dashes[shifted(line->label)],
	    line->path.s);
	if (line->markers.n)
		text_addf(
		    t, "<path fill=\"%s\" stroke=\"none\" d=\"%s\"/>", color, line->markers.s);
	text_add_char(t, '\n');
	text_free(&line->path);
	text_free(&line->markers);
}

/* Adds a mark above each value that means less than it seems: one text, whose letters have a
   place each. */
static void
chart_lines_add_marks(const struct chart_line *line)
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

/* Adds the label, and the last value if it is that of the newest run and the page is not large.
 */
static void
chart_lines_add_label(const struct chart_line *line)
{
	const struct chart_frame *frame = line->frame;
	const char *label = frame->history->labels.v[line->label];
	char buffer[CALC_SHOWN];

	svg_marked(frame->t, frame->right + 10, line->end + 4, SVG_START, label,
	    CHART_FRAME_LABEL,
	    history_words_marked(frame->history, frame->test, line->label) ? PAGE_MARK : "");
	if (line->newest && !(frame->page && chart_is_large(frame->history)))
		svg_text(frame->t, frame->width, line->end + 4, SVG_END,
		    chart_frame_show(frame, line->v, buffer), 0);
}

/* Moves what is too close down, from the top of the plot on, and then up what fell out of it.
   The lines stay in the order of their labels: a dashed one is drawn over an earlier one, which
   is seen through it. */
static void
spread(const struct chart_frame *frame, struct chart_line *lines, size_t n)
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

void
chart_lines_draw(const struct chart_frame *frame)
{
	const struct history *history = frame->history;
	OWNED struct chart_line *lines = memory_array(history->labels.n + 1, sizeof *lines);
	size_t n = 0, last;

	for (size_t label = 0; label < history->labels.n; label++)
		if (chart_frame_last(frame, label, &last))
			lines[n++] = (struct chart_line){
			    .frame = frame,
			    .label = label,
			    .last = last,
			    .newest = last + 1 == history->run_count,
			    .end =
			        chart_frame_y(frame, chart_frame_value(frame, label, last).v),
			};
	spread(frame, lines, n);
	text_add(frame->t, "<g fill=\"none\" stroke-width=\"1.5\">");
	for (size_t i = 0; i < n; i++)
		add_paths(&lines[i]);
	text_add(frame->t, "</g>\n");
	for (size_t i = 0; i < n; i++) {
		chart_lines_add_marks(&lines[i]);
		chart_lines_add_label(&lines[i]);
	}
}

#include <math.h>

#include "report/chart/chart_frame.h"
#include "report/history/history_words.h"
#include "report/chart/svg.h"

enum { TICKS = 5, MARGIN = 6, WIDTH_IN_PAGE = 560, WIDTH_ALONE = 760 };
/* An axis of values in a page has this many spans. */
enum { SPANS = 4 };

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

/* Returns a value as calc_shown rounds it. */
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

	frame->valued = false;
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
	frame->scale = frame->page ? chart_scale_with(least, most, SPANS)
	                           : chart_scale_of(least, most, TICKS);
}

static double
widest_tick(const struct chart_frame *frame)
{
	char buffer[CHART_SCALE_LABEL];
	double width = svg_width("no value", 0);
	int spans = (int)(frame->scale.last - frame->scale.first);

	for (int i = 0; i <= spans; i++)
		width = fmax(width,
		    svg_width(
		        chart_scale_label(&frame->scale, frame->scale.first + i, buffer), 0));
	return width;
}

/* Returns the width of the labels, or of the last value of each. */
static double
widest_end(const struct chart_frame *frame, bool values)
{
	char buffer[CALC_SHOWN];
	double width = 0;
	size_t run;

	for (size_t label = 0; label < frame->history->labels.n; label++) {
		const char *s = frame->history->labels.v[label];

		if (values && !chart_frame_last(frame, label, &run))
			continue;
		if (values)
			s = chart_frame_show(
			    frame, chart_frame_value(frame, label, run).v, buffer);
		width = fmax(width, svg_width(s, values ? 0 : CHART_FRAME_LABEL));
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
	struct chart_frame frame = {.t = t,
	    .history = history,
	    .page = true,
	    .shared = true,
	    .valued = true,
	    .scale.last = SPANS,
	    .top = 36};

	chart_frame_place(&frame, WIDTH_IN_PAGE, 60, widest_end(&frame, false) + 70, 90);
	frame.height = frame.bottom + 24;
	return frame;
}

struct chart_frame
chart_frame_make(
    struct text *t, const struct history *history, size_t test, size_t k, const char *link)
{
	struct chart_frame frame = {.t = t, .history = history, .top = 70};

	if (link)
		frame = chart_frame_shared(t, history);
	frame.shared = false;
	frame.test = test;
	frame.k = k;
	frame.link = link;
	choose_scale(&frame);
	if (link)
		return frame;
	chart_frame_place(&frame, WIDTH_ALONE, widest_tick(&frame) + 10,
	    widest_end(&frame, false) + widest_end(&frame, true) + 46, 220);
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

/* A page has numbers at every other tick. */
static void
chart_frame_add_numbers(const struct chart_frame *frame)
{
	char buffer[CHART_SCALE_LABEL];
	int spans = (int)(frame->scale.last - frame->scale.first);

	text_add(frame->t, "<g text-anchor=\"end\">");
	for (int i = 0; i <= spans; i += frame->page ? 2 : 1) {
		double tick = frame->scale.first + i;

		text_addf(frame->t, "<text x=\"%g\" y=\"%g\">%s</text>", frame->left - 6,
		    chart_frame_y(frame, tick * frame->scale.span) + 4,
		    chart_scale_label(&frame->scale, tick, buffer));
	}
	text_add(frame->t, "</g>\n");
}

/* Adds the lines at the ticks. */
static void
chart_frame_add_grid(const struct chart_frame *frame)
{
	int spans = (int)(frame->scale.last - frame->scale.first);

	text_add(frame->t, "<path stroke=\"currentColor\" stroke-opacity=\".2\" d=\"");
	for (int i = 0; i <= spans; i++)
		text_addf(frame->t, "M%g %gH%g", frame->left,
		    svg_at(frame->bottom - (frame->bottom - frame->top) * i / spans),
		    frame->right);
	text_add(frame->t, "\"/>\n");
}

/* Adds a tick for each run, as the dashes of one line. */
static void
chart_frame_add_ticks(const struct chart_frame *frame)
{
	double x = chart_frame_x(frame, 0) - 0.5;

	if (frame->history->run_count < 2 || frame->interval < 3)
		return;
	text_addf(frame->t,
	    "<path d=\"M%g %gH%g\" stroke=\"currentColor\" stroke-opacity=\".5\" "
	    "stroke-width=\"4\" stroke-dasharray=\"1 %.4g\"/>\n",
	    svg_at(x), svg_at(frame->bottom + 2), svg_at(frame->right), frame->interval - 1);
}

/* The name of a run is from one coordinate to another, with its anchor at x. */
struct chart_place {
	enum svg_anchor anchor;
	double x, from, to;
};

static struct chart_place
chart_frame_place_of(const struct chart_frame *frame, size_t run)
{
	double width = svg_width(frame->history->runs[run].name, CHART_FRAME_RUN);
	double x = chart_frame_x(frame, run);

	if (run + 1 == frame->history->run_count)
		return (struct chart_place){SVG_END, x + 6, x + 6 - width, x + 6};
	if (run == 0)
		return (struct chart_place){SVG_START, x - 6, x - 6, x - 6 + width};
	return (struct chart_place){SVG_MIDDLE, x, x - width / 2, x + width / 2};
}

static void
chart_frame_add_run(
    const struct chart_frame *frame, size_t run, const struct chart_place *place)
{
	double y = frame->bottom + 22;
	OWNED char *day = NULL;

	svg_text(frame->t, place->x, y, place->anchor, frame->history->runs[run].name,
	    CHART_FRAME_RUN);
	if (frame->page || place->anchor == SVG_MIDDLE)
		return;
	day = history_words_day(frame->history, run);
	svg_text(frame->t, place->x, y + SVG_LINE, place->anchor, day, 0);
}

/* apart: the least space between names. */
static void
chart_frame_add_runs(const struct chart_frame *frame, double apart)
{
	const size_t n = frame->history->run_count;
	struct chart_place last = chart_frame_place_of(frame, n - 1),
	                   before = chart_frame_place_of(frame, 0);

	chart_frame_add_run(frame, 0, &before);
	for (size_t run = 1; run + 1 < n; run++) {
		struct chart_place place = chart_frame_place_of(frame, run);

		if (place.from < before.to + apart || place.to + apart > last.from ||
		    !(frame->shared || chart_runs_is_chosen(frame, run)))
			continue;
		chart_frame_add_run(frame, run, &place);
		before = place;
	}
	if (n > 1 && before.to <= last.from)
		chart_frame_add_run(frame, n - 1, &last);
}

/* Says what the values are, "Ir: instructions; less is better", or in a page, whose tables say
   the rest, "Ir"; and that the axis does not begin at 0. */
static void
chart_frame_add_head(const struct chart_frame *frame)
{
	const struct fields *fields = frame->history->fields;
	enum field f = frame->history->shown[frame->k];
	const struct chart_scale *scale = &frame->scale;
	bool above = scale->first > 0;
	char label[CHART_SCALE_LABEL];
	FREED_BY(text_free) struct text head = TEXT_EMPTY;

	text_add(&head, fields_name(fields, f));
	if (!frame->page)
		text_addf(&head, ": %s; %s is better",
		    f < FIELD_COUNT ? field_rows[f].noun : fields_meaning(fields, f),
		    fields_higher(fields, f) ? "more" : "less");
	if (frame->valued && chart_scale_lacks_zero(scale)) {
		const char *end =
		    chart_scale_label(scale, above ? scale->first : scale->last, label);

		if (frame->page)
			text_addf(&head, " (axis %s %s)", above ? "from" : "to", end);
		else
			text_addf(&head, " (the axis %s at %s, not at 0)",
			    above ? "begins" : "ends", end);
	}
	svg_text(frame->t, 0, frame->top - 26, SVG_START, head.s,
	    (size_t)(frame->width / SVG_COLUMN));
}

void
chart_frame_draw_axes(const struct chart_frame *frame)
{
	if (!frame->shared)
		chart_frame_add_head(frame);
	if (!frame->shared && frame->valued)
		chart_frame_add_numbers(frame);
	if (frame->page && !frame->shared)
		return;
	if (frame->valued)
		chart_frame_add_grid(frame);
	chart_frame_add_ticks(frame);
	chart_frame_add_runs(frame, frame->page ? 40 : 10);
}

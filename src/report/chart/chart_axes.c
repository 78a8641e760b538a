#include "report/chart/chart_frame.h"
#include "report/history/history_words.h"
#include "report/chart/svg.h"

/* In a page at every other tick. */
static void
add_numbers(const struct chart_frame *frame)
{
	char buffer[CHART_SCALE_LABEL];
	int steps = (int)(frame->scale.last - frame->scale.first);

	text_add(frame->t, "<g text-anchor=\"end\">");
	for (int i = 0; i <= steps; i += frame->page ? 2 : 1) {
		double tick = frame->scale.first + i;

		text_addf(frame->t, "<text x=\"%g\" y=\"%g\">%s</text>", frame->left - 6,
		    chart_frame_y(frame, tick * frame->scale.step) + 4,
		    chart_scale_label(&frame->scale, tick, buffer));
	}
	text_add(frame->t, "</g>\n");
}

/* The lines at the ticks, which are that many steps apart. */
static void
add_grid(const struct chart_frame *frame, int steps)
{
	text_add(frame->t, "<path stroke=\"currentColor\" stroke-opacity=\".2\" d=\"");
	for (int i = 0; i <= steps; i++)
		text_addf(frame->t, "M%g %gH%g", frame->left,
		    svg_at(frame->bottom - (frame->bottom - frame->top) * i / steps),
		    frame->right);
	text_add(frame->t, "\"/>\n");
}

/* A tick for each run, as the dashes of one line. */
static void
chart_axes_add_ticks(const struct chart_frame *frame)
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
	enum svg_anchor anchor;
	double x, from, to;
};

static struct place
chart_axes_place_of(const struct chart_frame *frame, size_t run)
{
	double width = svg_width(frame->history->runs[run].name, CHART_FRAME_RUN);
	double x = chart_frame_x(frame, run);

	if (run + 1 == frame->history->run_count)
		return (struct place){SVG_END, x + 6, x + 6 - width, x + 6};
	if (run == 0)
		return (struct place){SVG_START, x - 6, x - 6, x - 6 + width};
	return (struct place){SVG_MIDDLE, x, x - width / 2, x + width / 2};
}

static void
chart_axes_add_run(const struct chart_frame *frame, size_t run, const struct place *place)
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
chart_axes_add_runs(const struct chart_frame *frame, const bool *chosen, double apart)
{
	const size_t n = frame->history->run_count;
	struct place last = chart_axes_place_of(frame, n - 1),
	             before = chart_axes_place_of(frame, 0), place;

	chart_axes_add_run(frame, 0, &before);
	for (size_t run = 1; run + 1 < n; run++) {
		place = chart_axes_place_of(frame, run);
		if ((chosen && !chosen[run]) || place.from < before.to + apart ||
		    place.to + apart > last.from)
			continue;
		chart_axes_add_run(frame, run, &place);
		before = place;
	}
	if (n > 1 && before.to <= last.from)
		chart_axes_add_run(frame, n - 1, &last);
}

/* What the values are, "Ir: instructions; less is better", or in a page, whose tables say the
   rest, "Ir"; and whether the axis does not begin at 0. */
static void
chart_axes_add_head(const struct chart_frame *frame)
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
		    f < FIELD_COUNT ? field_unit(f) : fields_meaning(fields, f),
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
	svg_text(frame->t, 0, frame->top - 12, SVG_START, head.s,
	    (size_t)(frame->width / SVG_COLUMN));
}

void
chart_axes_draw(const struct chart_frame *frame, const bool *chosen)
{
	chart_axes_add_head(frame);
	if (frame->valued)
		add_numbers(frame);
	if (frame->page)
		return;
	if (frame->valued)
		add_grid(frame, (int)(frame->scale.last - frame->scale.first));
	chart_axes_add_ticks(frame);
	chart_axes_add_runs(frame, chosen, 10);
}

void
chart_axes_share(const struct chart_frame *frame)
{
	add_grid(frame, CHART_FRAME_STEPS);
	chart_axes_add_ticks(frame);
	chart_axes_add_runs(frame, NULL, 40);
}

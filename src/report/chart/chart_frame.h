#pragma once

#include "report/chart/chart_scale.h"
#include "report/page.h"
#include "util/text.h"

/* The coordinates of chart_series: runs from left to right, values upwards. In a page, all
   charts have the same size, and axes in the same place, so that they can share them; and whole
   coordinates, which are short. */

struct chart_frame {
	struct text *t; /* what is drawn is added to this */
	const struct history *history;
	size_t test, k;
	const char *link; /* as in chart_series */
	bool page;        /* the chart is part of one; else it is alone */
	bool shared;      /* only what all charts of the page have in common is drawn */
	struct chart_scale scale;
	bool valued;                     /* there is a value to show */
	double width, height;            /* of the whole chart */
	double left, right, top, bottom; /* of the plot */
	double interval;                 /* from run to run */
};

/* Labels and names of runs are cut to this many columns. */
enum { CHART_FRAME_LABEL = 20, CHART_FRAME_RUN = 12 };

/* Returns the frame of what all charts of a page share. */
struct chart_frame chart_frame_shared(struct text *t, const struct history *history);
struct chart_frame chart_frame_make(
    struct text *t, const struct history *history, size_t test, size_t k, const char *link);
double chart_frame_x(const struct chart_frame *frame, size_t run);
double chart_frame_y(const struct chart_frame *frame, double v);
/* The value of a series, if it has one that can be drawn. */
struct value chart_frame_value(const struct chart_frame *frame, size_t label, size_t run);
/* The last run with a value; false: there is none. */
bool chart_frame_last(const struct chart_frame *frame, size_t label, size_t *run);
/* A value as a table shows it, in the CALC_SHOWN bytes of buffer. */
const char *chart_frame_show(const struct chart_frame *frame, double v, char *buffer);

/* The following functions draw in a frame. */

/* Draws the axes with the names of the runs that matter: the first, the last, and as many as
   fit of the chosen ones. In a page, all charts share the axes, and each has the numbers of its
   values. */
void chart_frame_draw_axes(const struct chart_frame *frame);

/* Draws the line of each label, which keeps its value until the next run, and leads to the
   label at its end. Alone, each step has a marker; in a page, only one that is hardly visible.
 */
void chart_lines_draw(const struct chart_frame *frame);
/* The attribute of a line's colour, as in stroke="#2f7fd6". Each of the first six lines has
   another colour, dash and marker, and no two of the first 36 have the same of all three. The
   contrast of each colour to white and to #161b22 is at least 3. */
const char *chart_lines_color(size_t i);

/* Returns true if something stepped or broke at the run. */
bool chart_runs_is_chosen(const struct chart_frame *frame, size_t run);
/* Marks breaks by a dotted line between runs, and runs without a value below the axis: failures
   by a cross, files that could not be read by a question mark. In a page, all charts share the
   breaks of all series on a label. */
void chart_runs_mark(const struct chart_frame *frame);
/* Lays an invisible column over each run where something happened, whose title says what, and
   which links to the run. A page with more than 20,000 points has none. */
void chart_runs_explain(const struct chart_frame *frame);

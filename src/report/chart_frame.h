#ifndef CHART_FRAME_H
#define CHART_FRAME_H

#include "report/chart_scale.h"
#include "report/page.h"
#include "util/text.h"

/* The coordinates and the axes of chart_series: runs from left to right, values upwards. */

struct chart_frame {
	struct text *t; /* what is drawn is added to this */
	const struct history *history;
	size_t test, k;
	const char *link; /* as chart_series has it; NULL: the chart is alone */
	struct chart_scale scale;
	bool valued;                     /* there is a value to show */
	bool marked;                     /* below the plot are marks for runs without one */
	double width, height;            /* of the whole chart */
	double left, right, top, bottom; /* of the plot */
	double interval;                 /* from run to run */
};

/* Labels and names of runs are cut to this many columns. */
enum { CHART_FRAME_LABEL = 24, CHART_FRAME_RUN = 12 };

struct chart_frame chart_frame_make(
    struct text *t, const struct history *history, size_t test, size_t k, const char *link);
double chart_frame_x(const struct chart_frame *frame, size_t run);
double chart_frame_y(const struct chart_frame *frame, double v);
/* The value of a series, if it has one that can be drawn. */
struct value chart_frame_value(const struct chart_frame *frame, size_t label, size_t run);
/* The last run with a value; false: there is none. */
bool chart_frame_last(const struct chart_frame *frame, size_t label, size_t *run);
/* The same as a table shows it, in the CALC_SHOWN bytes of buffer. */
const char *chart_frame_show(const struct chart_frame *frame, double v, char *buffer);
/* Draws the axes, and the names of the runs that matter: the first, the last, and as many as
   fit of those for which chosen is true. */
void chart_frame_axes(const struct chart_frame *frame, const bool *chosen);

#endif

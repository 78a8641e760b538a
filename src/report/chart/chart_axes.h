#ifndef CHART_AXES_H
#define CHART_AXES_H

#include "report/chart/chart_frame.h"

/* Draws the axes with the names of the runs that matter: the first, the last, and as many as
   fit of those for which chosen is true. In a page, it draws the numbers of values only. */
void chart_axes_draw(const struct chart_frame *frame, const bool *chosen);
/* Draws what all charts of a page share of their axes. */
void chart_axes_share(const struct chart_frame *frame);

#endif

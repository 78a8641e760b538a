#ifndef CHART_LINES_H
#define CHART_LINES_H

#include "report/chart/chart_frame.h"

/* Draws the line of each label, which keeps its value until the next run, and leads to the
   label at its end. Alone, each step has a marker; in a page, only one that is hardly visible.
 */
void chart_lines_draw(const struct chart_frame *frame);

#endif

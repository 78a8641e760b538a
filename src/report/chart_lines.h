#ifndef CHART_LINES_H
#define CHART_LINES_H

#include "report/chart_frame.h"

/* Draws the line of each label, which keeps its value until the next run, with a marker where
   it begins again and where its value changes, and its label at its end. */
void chart_lines_draw(const struct chart_frame *frame);

#endif

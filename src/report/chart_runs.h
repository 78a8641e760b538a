#ifndef CHART_RUNS_H
#define CHART_RUNS_H

#include "report/chart_frame.h"

/* What is worth saying of each run in a chart: steps, breaks, failures. */

/* Sets chosen[run] if something stepped or broke there. */
void chart_runs_choose(const struct chart_frame *frame, bool *chosen);
/* Marks breaks by a dotted line between runs, and runs without a value below the plot. */
void chart_runs_mark(const struct chart_frame *frame);
/* Lays an invisible column over each run that matters, whose title says what happened, and
   which links to the run. */
void chart_runs_explain(const struct chart_frame *frame);

#endif

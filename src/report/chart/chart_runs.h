#ifndef CHART_RUNS_H
#define CHART_RUNS_H

#include "report/chart/chart_frame.h"

/* What is worth saying of each run in a chart: steps, breaks, failures. */

/* Sets chosen[run] if something stepped or broke there. */
void chart_runs_choose(const struct chart_frame *frame, bool *chosen);
/* Marks breaks by a dotted line between runs, and runs without a value below the axis: failures
   by a cross, files that could not be read by a question mark. */
void chart_runs_mark(const struct chart_frame *frame);
/* Marks the breaks that all charts of a page share, because they are those of all series on a
   label. */
void chart_runs_share(const struct chart_frame *frame);
/* Lays an invisible column over each run where something happened, whose title says what, and
   which links to the run. A page with more than 20,000 points has none. */
void chart_runs_explain(const struct chart_frame *frame);

#endif

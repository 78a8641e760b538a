#ifndef CHART_H
#define CHART_H

#include "report/page.h"
#include "util/text.h"

/* Charts as SVG elements with presentation attributes only: no style, no script, so that they
   are the same under any policy. Every value has a <title>, and puts differ by dash and marker,
   not by colour alone. Names are escaped. */

/* A chart of one test over the runs of page->history, with a line for each label, which breaks
   where points cannot be compared, and a gap where a run lacks the test. link: what a point
   links to, as in "#run-" before the number of its run; NULL: nothing. */
void chart_series(
    struct text *t, const struct page *page, size_t test, size_t k, const char *link);
/* How all tests that are shown changed from the norm to the put: a bar each, the largest change
   first, at most that many; 0: all. */
void chart_bars(struct text *t, const struct page *page, size_t put, size_t most);
/* How the changes of all tests are distributed: a histogram of their ratios. */
void chart_ratios(struct text *t, const struct page *page, size_t put);

#endif

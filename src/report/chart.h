#ifndef CHART_H
#define CHART_H

#include "report/page.h"
#include "util/text.h"

/* Charts as SVG elements with presentation attributes only: no style, no script and no id, so
   that any number of them are the same in one document under any policy. Colours are legible on
   white and on black, and nothing is told by colour alone: puts differ by dash and marker, and
   better and worse by direction. Names are escaped. Each function adds one svg element.

   link: the chart is part of an HTML page, in the colour of the text around it, and what it
   shows links to this followed by what each function says; such links are for pointers and not
   in the tab order, since the page has them in its tables, too. NULL: the chart is a file of
   its own, with a heading, on white. */

/* A test over the runs of page->history in the k-th field of the history: a line for each
   label, which is interrupted where a run lacks the test, and where points cannot be compared.
   Only where something changes is there a marker, whose <title> says what. Links to the number
   of a run, as in "#run-7". */
void chart_series(
    struct text *t, const struct page *page, size_t test, size_t k, const char *link);
/* How the tests that are shown changed from the norm to the put in the field that decides: a
   bar for each one that did, the largest change first, at most that many (0: all), and how many
   more there are. Links to the name of a test, encoded as in the page's ids: "#test-a::b". */
void chart_bars(
    struct text *t, const struct page *page, size_t put, size_t most, const char *link);
/* How many of the tests that are shown changed by how much. Only for a page; links to nothing.
 */
void chart_ratios(struct text *t, const struct page *page, size_t put);

#endif

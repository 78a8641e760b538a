#pragma once

#include "report/page.h"
#include "util/text.h"

/* Charts as SVG elements with presentation attributes only: no style and no script, so that
   they are the same under any policy. Colours are legible on white and on black, and nothing is
   shown by colour alone: puts differ by dash and marker, better and worse by direction. Names
   are escaped. Each function adds one svg element.

   Charts in a page have the colour of the text around them. A chart alone is a file: it has a
   heading, and is on white, because text that is legible on any page needs a ground of its own.
 */

/* A test over the runs of page->history in the k-th field of the history: a line for each
   label, interrupted where a run lacks the test and where points cannot be compared. Over each
   run where something happened, there is a <title> that says what, unless a page has too many.
   link: what such a run links to, followed by its number, as in "#run-7"; the links are for
   pointers and not in the tab order, so the page has them in its tables, too. NULL: the chart
   is alone. */
void chart_series(
    struct text *t, const struct page *page, size_t test, size_t k, const char *link);
/* Adds what all such charts of a page share, once, in the only element with an id: the runs,
   and breaks of all series on a label. */
void chart_share(struct text *t, const struct page *page);
/* Returns true if a page has so many points that it says each thing once only. */
bool chart_is_large(const struct history *history);
/* Adds a chart of the shown tests that changed from the norm to the put, in the field that
   decides: a bar for each, the largest change first, at most that many (0: all), and the number
   of those left out. The chart is alone. */
void chart_bars(struct text *t, const struct page *page, size_t put, size_t most);

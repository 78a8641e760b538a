#ifndef HTML_CELLS_H
#define HTML_CELLS_H

#include "report/page.h"
#include "util/text.h"

/* Cells that several tables of a page have. */

/* Adds the heads of the columns of all puts that are shown: for each put one with its label and
   "data-put", its position in the results. changes: beside each put that is compared one more
   for its change. */
void html_cells_head(struct text *t, const struct page *page, bool changes);
/* Adds a change in words: "+12.50 % worse", "same", "failed"; with a mark where it may come
   from the memory layout. Nothing if there is nothing to compare. */
void html_cells_change(struct text *t, const struct change *change);
/* What that mark is. */
#define HTML_CELLS_OVERLAP "~"
/* Begins a cell for a change, in the colour of its kind. */
void html_cells_begin_change(struct text *t, enum change_kind kind);

/* Bars of changes. The cell beside a bar says the same in words. */

/* Returns true if there is a factor between the values of a change: neither is negative. */
bool html_bar_fits(const struct change *change);
/* How many times as much the larger value is, as a logarithm; INFINITY if one is 0. */
double html_bar_factor(const struct change *change);
/* Adds a bar from the middle, to the right for more, of which the largest factor takes half the
   width. */
void html_bar(struct text *t, const struct change *change, double largest);

#endif

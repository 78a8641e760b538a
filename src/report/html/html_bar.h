#ifndef HTML_BAR_H
#define HTML_BAR_H

#include <stdbool.h>

#include "compare/change.h"
#include "util/text.h"

/* Bars of changes in a table. The cell beside a bar says the same in words. */

/* Returns true if there is a factor between the values of a change: neither is negative. */
bool html_bar_fits(const struct change *change);
/* How many times as much the larger value is, as a logarithm; INFINITY if one is 0. */
double html_bar_factor(const struct change *change);
/* Adds a bar from the middle, to the right for more, of which the largest factor takes half the
   width. */
void html_bar(struct text *t, const struct change *change, double largest);

#endif

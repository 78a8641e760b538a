#ifndef CHART_LOOK_H
#define CHART_LOOK_H

#include <stddef.h>

#include "util/text.h"

/* How the lines of a chart look. Each of the first six has another colour, dash and marker, and
   no two of the first 36 have the same of all three. The contrast of each colour to white and
   to #161b22 is at least 3. */

/* The attribute of a colour, as in stroke="#2f7fd6". */
const char *chart_look_color(size_t i);
/* The attribute of its dash, with a blank before it, or "". */
const char *chart_look_dash(size_t i);
/* Adds the commands of a path that draws its marker around the current point. r: about its
   radius. */
void chart_look_marker(struct text *t, size_t i, double r);

#endif

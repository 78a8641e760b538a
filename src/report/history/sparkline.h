#ifndef SPARKLINE_H
#define SPARKLINE_H

#include "history/history.h"
#include "util/text.h"

/* A series as a line of characters, one for each run from the one given on: its height between
   the least and the most since the last break, a blank for a gap, SPARKLINE_FAILED, and
   SPARKLINE_BREAK before a run that cannot be compared with those before it. Only the least
   value has the lowest character and only the most the highest, so that no step is hidden at
   the ends. utf8: U+2581 to U+2588, otherwise 1 to 8. */
void sparkline_add(struct text *t, const struct history *history, size_t test, size_t label,
    size_t k, size_t first, bool utf8);
/* How many characters that are. */
size_t sparkline_width(const struct history *history, size_t test, size_t label, size_t first);

#define SPARKLINE_FAILED 'x'
#define SPARKLINE_BREAK '|'

#endif

#ifndef HISTORY_SERIES_H
#define HISTORY_SERIES_H

#include "history/history.h"
#include "report/document/doc.h"

/* Adds a table with a row for each series in the k-th field: the test, its label if
   there are several, a sparkline, the first and the last value after the last break, the change
   from one to the other, and the largest step. width: of the widest line if that is possible;
   0: no limit. utf8: as for sparklines. Returns how many runs, which are the newest, the
   sparklines show. */
size_t history_series(
    struct doc *doc, const struct history *history, size_t k, size_t width, bool utf8);

#endif

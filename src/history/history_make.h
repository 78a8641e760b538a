#ifndef HISTORY_MAKE_H
#define HISTORY_MAKE_H

#include "history/recorder.h"
#include "model/filter.h"

/* Makes the history of n recorded runs in that order, the oldest first: of the labels, or of
   all if there are none, and of the tests that the filter matches, or of all if it is NULL. */
void history_make(struct history *history, const struct recorder *recorder, const size_t *order,
    size_t n, const struct words *labels, const struct filter *tests);

#endif

#ifndef HISTORY_ORDER_H
#define HISTORY_ORDER_H

#include "history/history.h"

/* Which tests of a history are shown, in which order. */

/* Keeps, if changed is set, only tests that changed on a label: in the first field by a step of
   more than least per cent, or in their text, or because they failed or the newest run lacks
   them. Then, if sort is set, sorts them by the larger of their change from the first to the
   last value and their largest step, on any label: descending, ties in the order there was. */
void history_arrange(struct history *history, bool changed, double least, bool sort);

#endif

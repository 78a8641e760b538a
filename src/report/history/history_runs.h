#ifndef HISTORY_RUNS_H
#define HISTORY_RUNS_H

#include "history/history.h"
#include "report/document/doc.h"

/* Adds a table with a row for each run of the first test on a label in the k-th field:
   the name of the run, its date, the value, the step there and that in per cent, and in words
   the commit, or why there is no value. A break has a row of its own before that of its run. */
void history_runs(struct doc *doc, const struct history *history, size_t label, size_t k);

#endif

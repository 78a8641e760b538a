#ifndef HISTORY_RUNS_H
#define HISTORY_RUNS_H

#include "report/page.h"

/* Prints the first test of the page's history run by run, for each label and each field: value,
   step, date, commit, and where it is not comparable, failed or is missing. */
void history_runs(const struct page *page);

#endif

#ifndef HISTORY_PRINT_H
#define HISTORY_PRINT_H

#include "report/document/doc.h"
#include "report/page.h"

/* The history of a page in one format each. With one test, text and markdown list its runs. */

void history_text(const struct page *page);
void history_csv(const struct page *page);
void history_markdown(const struct page *page);
/* Prints the further member "history" of an object that is still open. */
void history_json(const struct page *page);

/* Parts of these. */

/* Adds a table with a row for each run of the first test on a label in the k-th field:
   the name of the run, its date, the value, the step there and that in per cent, and in words
   the commit, or why there is no value. A break has a row of its own before that of its run. */
void history_runs(struct doc *doc, const struct history *history, size_t label, size_t k);
/* Adds a table with a row for each series in the k-th field: the test, its label if
   there are several, a sparkline, the first and the last value after the last break, the change
   from one to the other, and the largest step. width: of the widest line if that is possible;
   0: no limit. utf8: as for sparklines. Returns how many runs, which are the newest, the
   sparklines show. */
size_t history_series(
    struct doc *doc, const struct history *history, size_t k, size_t width, bool utf8);

#endif

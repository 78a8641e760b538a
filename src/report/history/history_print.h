#pragma once

#include "report/document/doc.h"
#include "report/page.h"

/* The history of a page in one format each. With one test, text and markdown list its runs. All
   but text are added to a text. */

void history_text(const struct page *page);
void history_csv(struct text *t, const struct page *page);
void history_markdown(struct text *t, const struct page *page);
/* Adds the further member "history" of an object that is still open. */
void history_json(struct text *t, const struct page *page);

/* Adds a table with a row for each series in the k-th field: the test, its label if
   there are several, a sparkline, the first and the last value after the last break, the change
   from one to the other, and the largest step. width: of the widest line if that is possible;
   0: no limit. utf8: as for sparklines. Returns how many runs, which are the newest, the
   sparklines show. */
size_t history_series(
    struct doc *doc, const struct history *history, size_t k, size_t width, bool utf8);

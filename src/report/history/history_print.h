#ifndef HISTORY_PRINT_H
#define HISTORY_PRINT_H

#include "report/page.h"

/* The history of a page in one format each. With one test, text and markdown list its runs. */

void history_text(const struct page *page);
void history_csv(const struct page *page);
void history_markdown(const struct page *page);
/* Prints the further member "history" of an object that is still open. */
void history_json(const struct page *page);

#endif

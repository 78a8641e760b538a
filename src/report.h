#ifndef REPORT_H
#define REPORT_H

#include <stdio.h>

#include "page.h"

/* The text output, in bench.pl's layout. */

void report_page(const struct page *page);
void report_print(const struct results *results, const struct view *view, FILE *out);
/* One line per failed cell on stderr, with its command and output; where many in a row failed
   on one put in the same way, the rest of them are counted. Returns how many cells failed. */
size_t report_failures(const struct results *results);

#endif

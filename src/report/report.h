#ifndef REPORT_H
#define REPORT_H

#include <stdio.h>

#include "report/page.h"

/* The text output, in bench.pl's layout. */

void report_page(const struct page *page);
void report_print(const struct results *results, const struct view *view, FILE *out);

#endif

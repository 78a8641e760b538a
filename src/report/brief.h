#pragma once

#include "report/page.h"

/* What is shown if nothing says what to display: counts, and how they changed from the norm. */

/* Adds a table of the deciding field, a row for each test and one for the geometric mean, and a
   line for each put that says how many tests are better and worse. A few tests have a table
   each, with a row for each field that differs between puts. */
void brief_add(struct doc *doc, const struct page *page);

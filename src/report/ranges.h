#ifndef RANGES_H
#define RANGES_H

#include "report/page.h"

/* Prints below a table which of its counts are others in another layout, with their ranges;
   nothing where no cell that is shown was measured in one. */
void ranges_print(const struct page *page);

#endif

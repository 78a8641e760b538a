#pragma once

#include "report/page.h"

/* Adds which counts of a table differ in other memory layouts, with their ranges; nothing if
   no cell shown was measured in another layout. */
void ranges_add(struct doc *doc, const struct page *page);

#ifndef EXPLAIN_JSON_H
#define EXPLAIN_JSON_H

#include "report/page.h"

/* Prints "explanations", a further member of a JSON object, with all of what the page explains.
   All cells selected must have profiles. */
void explain_json(const struct page *page);

#endif

#pragma once

#include "report/explain/explain_page.h"

/* Adds n blocks of a function as a table, in the order of their addresses, those of both sides
   beside each other, with arrows for jumps. The script shows which code belongs to a source
   line: it has "data-line" with the position of its row. */
void html_listing(
    const struct explain_page *page, const struct explanation_block *const *blocks, size_t n);

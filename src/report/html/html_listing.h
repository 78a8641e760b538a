#ifndef HTML_LISTING_H
#define HTML_LISTING_H

#include "report/html/html_explain.h"

/* Code as a table: blocks of a function, those of both sides beside each other. */

/* Adds n blocks of a function, in the order of their addresses. */
void html_listing(struct html_explain *html, size_t function,
    const struct explanation_block *const *blocks, size_t n);

#endif

#ifndef NOTES_H
#define NOTES_H

#include "report/page.h"

/* Prints below a table what its marks mean; nothing where there are none. */
void notes_print(const struct page *page);

#endif

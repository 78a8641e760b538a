#ifndef NOTES_H
#define NOTES_H

#include "report/page.h"

/* Prints the meaning of the marks in a table; nothing if it has none. */
void notes_print(const struct page *page);
/* Prints only the tests with unexpected verdicts, including those that only AVERAGE covers. */
void notes_print_verdicts(const struct page *page);

#endif

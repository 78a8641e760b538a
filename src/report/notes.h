#ifndef NOTES_H
#define NOTES_H

#include "report/page.h"

/* Prints what a reader of a table must know: the meaning of its marks, and what is the same for
   all puts; nothing if there is no such thing. */
void notes_print(const struct page *page);
/* Prints only the tests with unexpected verdicts, including those that only AVERAGE covers. */
void notes_print_verdicts(const struct page *page);
/* Prints only that puts are compared which link the same code. */
void notes_print_prebuilt(const struct page *page);
/* Prints only which puts ran on which machine, if QEMU ran any. */
void notes_print_machines(const struct page *page);
/* The names of that code, separated by ", " and fit for display, or NULL. The caller frees. */
char *notes_prebuilt(const struct page *page);
/* Adds by how much the iterations of a cell differ, " (122.0 to 122.6, 0.5 %)", or nothing if
   that is unknown. */
void notes_add_varied(struct text *t, const struct page *page, size_t test, size_t put);

#endif

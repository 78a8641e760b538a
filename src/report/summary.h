#ifndef SUMMARY_H
#define SUMMARY_H

#include "report/page.h"

/* A comparison in one line for each put except the norm. */

struct summary {
	size_t of[CHANGE_COUNT]; /* tests */
	struct value mean;       /* geometric mean of the counts, in percent above the norm's */
};

struct summary summary_make(const struct comparison *comparison, size_t put);
/* "NAME against NORM: 1 better, 2 worse, 3 same; geometric mean of Ir +1.00 %", fit for
   display. Of the other kinds, those without a test are omitted. If no test has a value on
   either put, it says so instead. The caller frees. */
char *summary_line(const struct comparison *comparison, size_t put);
/* Prints a line for each put that the view shows on stderr, below everything printed so far;
   if both are terminals, also the ten tests that changed most. */
void summary_say(const struct comparison *comparison, const struct view *view);
/* Prints the line of each put, and below it the tests that changed, the largest change first.
 */
void summary_print(const struct page *page);

#endif

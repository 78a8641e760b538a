#ifndef SUMMARY_H
#define SUMMARY_H

#include "compare/change.h"
#include "report/page.h"

/* A comparison in one line for each put but the norm. */

struct summary {
	size_t of[CHANGE_COUNT]; /* tests */
	struct value mean;       /* geometric, of the counts; in percent more than the norm's */
};

/* Whether the view shows the put beside the norm. */
bool summary_compares(const struct view *view, size_t put);
struct summary summary_make(const struct results *results, const struct view *view, size_t put);
/* The lines, on stderr, behind what was printed so far. */
void summary_say(const struct results *results, const struct view *view);
/* The line of each put, and below it the tests that changed, the largest change first. */
void summary_print(const struct page *page);
/* The count of a cell in the field that decides, or what stands in its place, which may be made
   in the PAGE_CELL_SIZE bytes of buffer. */
const char *summary_cell(const struct results *results, const struct view *view, size_t test,
    size_t put, char *buffer);

#endif

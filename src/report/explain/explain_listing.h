#ifndef EXPLAIN_LISTING_H
#define EXPLAIN_LISTING_H

#include "report/explain/explain_columns.h"

/* Blocks of code, those of two puts side by side if the page is wide enough. */
struct explain_listing {
	const struct explain_page *page;
	size_t most; /* instructions of a block that are printed; 0: all */
	struct explain_columns columns[EXPLANATION_SIDES];
	bool beside; /* side by side: */
	size_t left; /* the width of the first side */
};

/* Makes room for a block. */
void explain_listing_fit(
    struct explain_listing *listing, const struct explanation_block *block);
/* Must be called after all blocks are known, and before the first is printed. */
void explain_listing_arrange(struct explain_listing *listing);
/* Prints the norm's side of a block and the put's side of the same or another one. NULL: none.
   An empty line comes first. */
void explain_listing_print(const struct explain_listing *listing,
    const struct explanation_block *norm, const struct explanation_block *put);

/* "14.0 x  98.0 Ir", or of one put "14.0 x  98.0 Ir (55.7 %)": how often a block is executed,
   and what it costs. The caller frees, here and below. */
char *explain_listing_cost(
    const struct explain_page *page, const struct explanation_block *block, size_t side);
/* "# FILE:LINE  TEXT": the source line of a step, or NULL if it is that of the step before, or
   tells nothing, as one of a library without its text. last: the step before of that side;
   begins as NULL. */
char *explain_listing_source(const struct explain_page *page, size_t side,
    const struct explanation_step *step, const struct profile_step **last);
/* How the sides of a line differ: '<', '>' and '|' as diff -y has them, or ' '. */
char explain_listing_mark(const struct explanation_line *line);

#endif

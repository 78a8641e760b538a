#ifndef EXPLAIN_LISTING_H
#define EXPLAIN_LISTING_H

#include "report/explain_columns.h"

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

#endif

#pragma once

#include "report/explain/explain_listing.h"

/* Blocks of code as text in columns, those of two puts side by side if the page is wide enough.
   Starts from {page, most}. */
struct explain_columns {
	const struct explain_page *page;
	size_t most; /* instructions of a block that are printed; 0: all */
	struct explain_widths {
		size_t count, label, text, note; /* their widths */
	} sides[EXPLANATION_SIDES];
	bool beside; /* side by side: */
	size_t left; /* the width of the first side */
};

/* Makes room for a block. */
void explain_columns_fit(
    struct explain_columns *columns, const struct explanation_block *block);
/* Must be called after all blocks are known, and before the first is printed. */
void explain_columns_arrange(struct explain_columns *columns);
/* Prints the norm's side of a block and the put's side of the same or another one. NULL: none.
   An empty line comes first. */
void explain_columns_print(const struct explain_columns *columns,
    const struct explanation_block *norm, const struct explanation_block *put);

#ifndef HTML_JUMPS_H
#define HTML_JUMPS_H

#include "util/text.h"

/* Arrows beside a listing, from jumps to where they go, as SVG with presentation attributes. */

/* The height of a row of the listing, in pixels. */
enum { HTML_JUMPS_ROW = 26 };

struct html_jump {
	size_t from, to; /* rows */
	size_t lane;     /* how far from the listing */
};

/* Adds the arrows of a listing with that many rows. Sets their lanes. */
void html_jumps(struct text *t, struct html_jump *jumps, size_t n, size_t rows);

#endif

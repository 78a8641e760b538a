#ifndef LARGEST_H
#define LARGEST_H

#include "compare/comparison.h"

/* The largest changes of a comparison in the field that decides, over all tests and puts. */

struct largest_change {
	size_t test, put;
	struct change change;
};

/* The largest first, ties in the order of tests, then of puts; last those without a size, as of
   a test that failed. */
struct largest {
	struct largest_change *v;
	size_t n; /* all changes that comparison_is_listed lists */
};

/* put: the only one, or COMPARISON_ALL. Free it with largest_free. */
void largest_make(struct largest *largest, const struct comparison *comparison, size_t put);
void largest_free(struct largest *largest);

#endif

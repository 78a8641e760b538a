#ifndef LAYOUTS_H
#define LAYOUTS_H

#include "model/results.h"

/* In how many other layouts some cells were measured, those that were in any, and what was not
   in its usual place there. */
struct layouts {
	size_t least, most; /* 0: in none */
	bool stack, heap, code;
};

void layouts_add(struct layouts *layouts, const struct cell *cell);
/* "stack and heap"; static. */
const char *layouts_parts(const struct layouts *layouts);
/* "3 other layouts of stack and heap"; the caller frees. */
char *layouts_show(const struct layouts *layouts);

#endif

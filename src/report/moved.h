#ifndef MOVED_H
#define MOVED_H

#include "model/results.h"

/* In how many other memory layouts some cells were measured, not counting cells that were in
   none, and what was moved in them. */
struct moved {
	size_t least, most; /* 0: in none */
	bool stack, heap, code;
};

void moved_add(struct moved *moved, const struct cell *cell);
/* Whether the cell fails in another layout. */
bool moved_fails(const struct cell *cell);
/* "stack and heap"; static. */
const char *moved_parts(const struct moved *moved);
/* "3 other layouts of stack and heap"; the caller frees. */
char *moved_text(const struct moved *moved);

#endif

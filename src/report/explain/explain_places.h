#ifndef EXPLAIN_PLACES_H
#define EXPLAIN_PLACES_H

#include "explain/explanation.h"

/* The source lines that an explanation has rows of, for looking them up. */

struct explain_places {
	const struct explanation_row **rows; /* borrowed */
	size_t n;
};

/* The caller calls explain_places_free. */
struct explain_places explain_places_of(const struct explanation *explanation);
/* The row of a line; NULL: it has none. */
const struct explanation_row *explain_places_find(
    const struct explain_places *places, const char *file, unsigned line);
/* Whether there are lines of another file with the same base name. */
bool explain_places_has_namesake(const struct explain_places *places, const char *file);
void explain_places_free(struct explain_places *places);

#endif

#include <stdlib.h>

#include "explain/cells.h"

enum { MOST_NAMES = 10 };

void
cells_add(struct words *cells, const struct results *results, size_t test, size_t put)
{
	char *cell = text_print(
	    "%s on %s", results_test(results, test, put)->name, results->puts.v[put].label);

	if (cells->n && words_include((const char *const *)cells->v, cell))
		free(cell);
	else
		words_take(cells, cell);
}

void
cells_list(const struct words *cells, struct text *t)
{
	size_t i;

	for (i = 0; i < cells->n && i < MOST_NAMES; i++)
		text_addf(t, "%s%s", i ? ", " : "", cells->v[i]);
	if (cells->n > MOST_NAMES)
		text_addf(t, " and %zu more", cells->n - MOST_NAMES);
}

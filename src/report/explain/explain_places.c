#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "report/explain/explain_places.h"
#include "util/file.h"
#include "util/memory.h"

/* By base name, file and line. */
static int
compare(const char *file, uint64_t line, const struct explanation_row *row)
{
	int order = strcmp(file_base(file), file_base(row->name));

	if (!order)
		order = strcmp(file, row->name);
	return order ? order : (line > row->line) - (line < row->line);
}

static int
compare_rows(const void *a, const void *b)
{
	const struct explanation_row *const *x = a, *const *y = b;

	return compare((*x)->name, (*x)->line, *y);
}

struct explain_places
explain_places_of(const struct explanation *explanation)
{
	const struct explanation_part *part = &explanation->by_line;
	struct explain_places places = {memory_new(part->n * sizeof *places.rows), 0};
	size_t i;

	for (i = 0; i < part->n; i++)
		if (part->rows[i].line)
			places.rows[places.n++] = &part->rows[i];
	qsort(places.rows, places.n, sizeof *places.rows, compare_rows);
	return places;
}

/* How many rows are before a line of a file, which may be after all of them. */
static size_t
rows_before(const struct explain_places *places, const char *file, uint64_t line)
{
	size_t low = 0, high = places->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare(file, line, places->rows[middle]) > 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct explanation_row *
explain_places_find(const struct explain_places *places, const char *file, unsigned line)
{
	size_t i = rows_before(places, file, line);

	return i < places->n && !compare(file, line, places->rows[i]) ? places->rows[i] : NULL;
}

static bool
is_namesake(const struct explanation_row *row, const char *file)
{
	return strcmp(row->name, file) != 0 && !strcmp(file_base(row->name), file_base(file));
}

bool
explain_places_has_namesake(const struct explain_places *places, const char *file)
{
	size_t before = rows_before(places, file, 0);
	size_t after = rows_before(places, file, (uint64_t)UINT_MAX + 1);

	return (before && is_namesake(places->rows[before - 1], file)) ||
	       (after < places->n && is_namesake(places->rows[after], file));
}

void
explain_places_free(struct explain_places *places)
{
	free(places->rows);
}

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/spelling.h"
#include "util/text.h"

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Levenshtein's distance; row is the last row of its table. */
static size_t
distance(const char *a, const char *b)
{
	size_t n = strlen(b), *row = memory_new((n + 1) * sizeof *row), i, k, left_above, d;

	for (k = 0; k <= n; k++)
		row[k] = k;
	for (i = 0; a[i]; i++) {
		left_above = row[0];
		row[0] = i + 1;
		for (k = 0; k < n; k++) {
			size_t above = row[k + 1];

			row[k + 1] =
			    least(least(above, row[k]) + 1, left_above + (a[i] != b[k]));
			left_above = above;
		}
	}
	d = row[n];
	free(row);
	return d;
}

const char *
spelling_guess(const char *word, const char *const *words)
{
	const char *best = NULL;
	size_t best_distance = 0, d;

	if (strlen(word) > 64)
		return NULL;
	for (; *words; words++) {
		d = distance(word, *words);
		if (d <= (strlen(*words) + 2) / 3 && (!best || d < best_distance)) {
			best = *words;
			best_distance = d;
		}
	}
	return best;
}

char *
spelling_hint(const char *word, const char *const *words)
{
	const char *guess = spelling_guess(word, words);

	return guess ? text_print("; did you mean '%s'?", guess) : memory_copy("");
}

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

/* Levenshtein's distance of the first i characters of a and k of b, in which two neighbours
   that changed places count once. table has rows of n numbers, and the ones before are filled
   in. */
static size_t
cell(const size_t *table, size_t n, const char *a, size_t i, const char *b, size_t k)
{
	const size_t *row = table + i * n, *above;
	size_t d;

	if (!i || !k)
		return i + k;
	above = row - n;
	d = least(least(above[k], row[k - 1]) + 1, above[k - 1] + (a[i - 1] != b[k - 1]));
	if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
		d = least(d, above[k - 2 - n] + 1);
	return d;
}

static size_t
distance(const char *a, const char *b)
{
	size_t m = strlen(a) + 1, n = strlen(b) + 1, i, k, d;
	size_t *table = memory_new(m * n * sizeof *table);

	for (i = 0; i < m; i++)
		for (k = 0; k < n; k++)
			table[i * n + k] = cell(table, n, a, i, b, k);
	d = table[m * n - 1];
	free(table);
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

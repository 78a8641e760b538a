#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "app/labels.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/text.h"
#include "util/words.h"

static bool
is_version(char c)
{
	return (c >= '0' && c <= '9') || c == '.';
}

/* Counts the characters that all names have in common at their beginnings or ends. A version
   next to the part that differs stays with that part. */
static size_t
labels_count_common(const struct words *names, bool end)
{
	const char *first = names->v[0];
	size_t all = strlen(first), n = all;

	for (size_t i = 0; i < names->n; i++) {
		const char *name = names->v[i];
		size_t other = strlen(name), k = 0;

		while (k < n && k < other &&
		       first[end ? all - 1 - k : k] == name[end ? other - 1 - k : k])
			k++;
		n = k;
	}
	while (n && is_version(first[end ? all - n : n - 1]))
		n--;
	return n;
}

static void
strip(const struct words *names)
{
	size_t length = labels_count_common(names, false);

	for (size_t i = 0; i < names->n; i++)
		memmove(names->v[i], names->v[i] + length, strlen(names->v[i] + length) + 1);
	length = labels_count_common(names, true);
	for (size_t i = 0; i < names->n; i++)
		names->v[i][strlen(names->v[i]) - length] = '\0';
}

/* A label of digits only would be read as the number of a put. */
static void
mark_digits(const struct words *names)
{
	bool nothing_left = names->n == 1 && !*names->v[0];

	if (names->v[0][strspn(names->v[0], "0123456789")])
		return;
	for (size_t i = 0; i < names->n; i++) {
		char *marked = text_print("p%s", nothing_left ? "0" : names->v[i]);

		free(names->v[i]);
		names->v[i] = marked;
	}
}

static size_t
labels_count(const struct words *names, const char *name)
{
	size_t n = 0;

	for (size_t i = 0; i < names->n; i++)
		n += !strcmp(names->v[i], name);
	return n;
}

/* Makes NAME-0, NAME-1, ... for a name that occurs several times or is already a label; 0, 1,
   ... for an empty name. The caller frees. */
static char *
unique(const struct words *names, size_t i, const struct puts *puts, const struct puts *taken)
{
	const char *name = names->v[i], *dash = *name ? "-" : "";
	const struct words before = {.v = names->v, .n = i};
	size_t skip = labels_count(&before, name);

	if (*name && labels_count(names, name) == 1 && !puts_find(puts, name) &&
	    !puts_find(taken, name))
		return memory_copy(name);
	for (size_t number = 0;; number++) {
		char *label = text_print("%s%s%zu", name, dash, number);

		if (!labels_count(names, label) && !puts_find(puts, label) &&
		    !puts_find(taken, label) && !skip--)
			return label;
		free(label);
	}
}

void
labels_shorten(struct puts *puts, const struct puts *taken)
{
	FREED_BY(words_free) struct words names = WORDS_EMPTY, labels = WORDS_EMPTY;
	size_t n = 0;

	for (size_t i = 0; i < puts->n; i++)
		if (!puts->v[i].label)
			words_add(&names, puts->v[i].exe);
	if (!names.n)
		return;
	strip(&names);
	mark_digits(&names);
	/* Labels are set when all are found: puts_find must see only those that were typed. */
	for (size_t i = 0; i < names.n; i++)
		words_take(&labels, unique(&names, i, puts, taken));
	for (size_t i = 0; i < puts->n; i++)
		if (!puts->v[i].label)
			puts->v[i].label = memory_copy(labels.v[n++]);
}

void
labels_check(struct puts *puts, const struct puts *taken)
{
	ARRAY_EACH(struct put, put, puts->v, puts->n) {
		bool read;

		if (!put->label)
			put->label = memory_copy(put->exe);
		read = puts_find(taken, put->label) != NULL;
		if (read || puts_find(puts, put->label) != put)
			message_die(STATUS_USAGE,
			    "label '%s' is used %s: choose another, as in %s=OTHER", put->label,
			    read ? "in the file that is read too" : "twice", put->exe);
	}
}

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "app/labels.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/text.h"
#include "util/words.h"

static bool
is_version(char c)
{
	return (c >= '0' && c <= '9') || c == '.';
}

/* The character of a name at that place, or, with end, at that place from its end; or NUL. */
static char
labels_letter(const char *name, size_t place, bool end)
{
	size_t n = strlen(name);

	return place >= n ? '\0' : name[end ? n - 1 - place : place];
}

static bool
is_common(const struct words *names, size_t place, bool end)
{
	char c = labels_letter(names->v[0], place, end);

	for (size_t i = 0; i < names->n; i++)
		if (!c || labels_letter(names->v[i], place, end) != c)
			return false;
	return true;
}

/* How many characters all names have in common at that side, except a version that ends them
   towards the middle. */
static size_t
labels_count_common(const struct words *names, bool end)
{
	size_t length = 0;

	while (is_common(names, length, end))
		length++;
	while (length && is_version(labels_letter(names->v[0], length - 1, end)))
		length--;
	return length;
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

/* NAME-0, NAME-1, ... for a name that occurs several times or is already a label; 0, 1, ... for
   an empty name. The caller frees. */
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

static void
labels_check_label(const struct puts *puts, size_t i, const struct puts *taken)
{
	const struct put *put = &puts->v[i];
	bool read = puts_find(taken, put->label) != NULL;

	if (read || puts_find(puts, put->label) != put)
		message_die(STATUS_USAGE,
		    "label '%s' is used %s: give each put its own, as in %s=OTHER", put->label,
		    read ? "in the file read too" : "twice", put->exe);
}

void
labels_check(struct puts *puts, const struct puts *taken)
{
	for (size_t i = 0; i < puts->n; i++) {
		if (!puts->v[i].label)
			puts->v[i].label = memory_copy(puts->v[i].exe);
		labels_check_label(puts, i, taken);
	}
}

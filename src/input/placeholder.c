#include <string.h>

#include "input/placeholder.h"

/* The place that begins at s, "{name}", and its length; or NULL. */
static const struct place *
place_at(const char *s, const struct place *places, size_t *length)
{
	for (; places->name; places++) {
		size_t n = strlen(places->name);

		if (s[0] == '{' && !strncmp(s + 1, places->name, n) && s[n + 1] == '}') {
			*length = n + 2;
			return places;
		}
	}
	return NULL;
}

static void
fill_word(struct words *out, const char *word, const struct place *places)
{
	struct text t = TEXT_EMPTY;
	const struct place *place;
	size_t length, i;

	while (*word) {
		place = place_at(word, places, &length);
		if (!place) {
			text_add_char(&t, *word++);
			continue;
		}
		for (i = 0; i < place->words->n; i++)
			text_addf(&t, "%s%s", i ? " " : "", place->words->v[i]);
		word += length;
	}
	words_take(out, text_take(&t));
}

void
placeholder_words(struct words *out, const struct words *template, const struct place *places)
{
	const struct place *place;
	size_t i, length;

	for (i = 0; i < template->n; i++) {
		place = place_at(template->v[i], places, &length);
		if (place && !template->v[i][length])
			words_add_all(out, place->words);
		else
			fill_word(out, template->v[i], places);
	}
}

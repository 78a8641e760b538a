#include <string.h>

#include "model/chance.h"
#include "util/array.h"

static const struct {
	const char *word, *meaning;
} kinds[] = {
    {"time", "the time"},
    {"random", "random bytes"},
    {"pid", "process numbers"},
    {"network", "the network"},
    {"directory", "the name of its directory"},
    {"processes", "processes that it starts"},
};

bool
chance_read(const char *list, unsigned allowed, unsigned *set)
{
	static const char between[] = " \t\n,";
	bool any = false;

	for (list += strspn(list, between); *list; list += strspn(list, between)) {
		size_t n = strcspn(list, between), i = 0;

		while (i < COUNTOF(kinds) && !text_equals(list, n, kinds[i].word))
			i++;
		if (i == COUNTOF(kinds) || !(allowed & 1u << i))
			return false;
		*set |= 1u << i;
		any = true;
		list += n;
	}
	return any;
}

void
chance_words(struct words *words, unsigned set)
{
	for (size_t i = 0; i < COUNTOF(kinds); i++)
		if (set & 1u << i)
			words_add(words, kinds[i].word);
}

void
chance_add(struct text *t, unsigned set)
{
	const char *before = "";

	for (size_t i = 0; i < COUNTOF(kinds); i++) {
		if (!(set & 1u << i))
			continue;
		text_addf(t, "%s%s", before, kinds[i].meaning);
		before = ", ";
	}
}

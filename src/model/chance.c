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
    {"host", "what the kernel tells about the host"},
    {"files", "numbers and times of files that it changes"},
};

static const char *
chance_word_of(unsigned i)
{
	return i < COUNTOF(kinds) ? kinds[i].word : NULL;
}

bool
chance_read(const char *list, unsigned allowed, unsigned *set)
{
	const char *unknown;
	unsigned read = words_bits(list, chance_word_of, &unknown);

	*set |= read;
	return read && !*unknown && !(read & ~allowed);
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

/* Sources of chance, as lists name them. */

#include "model/chance.h"
#include "tap.h"

static void
reads(const char *list, unsigned want, const char *name)
{
	unsigned set = 0;

	ok(chance_read(list, CHANCE_PINNED, &set) && set == want, "%s", name);
}

static void
refuses(const char *list, unsigned allowed, const char *name)
{
	unsigned set = 0;

	ok(!chance_read(list, allowed, &set), "%s", name);
}

static void
says(unsigned set, const char *want, const char *name)
{
	struct text t = TEXT_EMPTY;

	text_add(&t, "");
	chance_add(&t, set);
	is_freed(text_take(&t), want, name);
}

static void
has_words(unsigned set, const char *want, const char *name)
{
	struct words words = WORDS_EMPTY;

	chance_words(&words, set);
	is_freed(words_join(&words, " "), want, name);
	words_free(&words);
}

int
main(void)
{
	unsigned set = CHANCE_PID;

	reads("time", CHANCE_TIME, "one word");
	reads(" pid, time\n\trandom ", CHANCE_TIME | CHANCE_RANDOM | CHANCE_PID, "blanks and commas");
	refuses("", CHANCE_ALL, "an empty list");
	refuses(" ,", CHANCE_ALL, "a list of nothing");
	refuses("time clock", CHANCE_ALL, "an unknown word");
	refuses("times", CHANCE_ALL, "a longer word");
	refuses("time network", CHANCE_PINNED, "what is never pinned");
	ok(chance_read("network", CHANCE_ALL, &set) && set == (CHANCE_PID | CHANCE_NETWORK), "a set that grows");
	says(0, "", "an empty set");
	says(CHANCE_TIME | CHANCE_DIRECTORY, "the time, the name of its directory", "two of them");
	says(CHANCE_NETWORK | CHANCE_FILES, "the network, numbers and times of files that it changes",
	    "the first and the last of those");
	has_words(CHANCE_RANDOM | CHANCE_FILES, "random files", "the words of a set");
	return tap_done();
}

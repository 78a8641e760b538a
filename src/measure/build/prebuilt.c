#include <string.h>

#include "input/flags.h"
#include "measure/build/link_flags.h"
#include "measure/build/prebuilt.h"
#include "util/array.h"

/* "lib.o", "lib.a", "lib.so.1", also within "-Wl,--whole-archive,lib.a" */
static bool
is_file(const char *word)
{
	static const char *const suffixes[] = {".o", ".a", ".so"};
	size_t n = strlen(word), i;

	if (*word == '-' && !text_begins(word, "-Wl,"))
		return false;
	for (i = 0; i < COUNTOF(suffixes); i++) {
		size_t length = strlen(suffixes[i]);

		if (n > length && !strcmp(word + n - length, suffixes[i]))
			return true;
	}
	return strstr(word, ".so.") || strstr(word, ".a,") || strstr(word, ".o,");
}

static bool
is_prebuilt(const char *word)
{
	return is_file(word) ||
	       (text_begins(word, "-l") && word[2] && !link_flags_is_system(word));
}

/* What a put linked the test with; nothing if that is not known. */
static void
add_ldflags(struct words *words, const struct results *results, const struct test *test,
    const struct put *put)
{
	const char *language = put->fingerprint ? put->fingerprint->of[TRAIT_LANGUAGE] : NULL;

	if (language)
		flags_add_named(words, test, PART_LDFLAGS, put, language,
		    results->tests.language && !strcmp(results->tests.language, language));
}

static bool
is_same_run(const struct put *a, const struct put *b)
{
	return a->file && b->file ? !strcmp(a->file, b->file) : a->file == b->file;
}

/* Sets *shared to the words with which all puts linked the test; to none if they are not the
   same on all, or there is only one put. */
static void
find_shared(struct words *shared, const struct results *results, size_t test)
{
	const struct put *first = NULL;
	size_t put, n = 0;

	for (put = 0; put < results->puts.n; put++) {
		const struct put *now = &results->puts.v[put];
		struct words words = WORDS_EMPTY;

		if (!results_cell(results, test, put)->measured)
			continue;
		add_ldflags(&words, results, &results->tests.v[test], now);
		if (!n++) {
			first = now;
			words_add_all(shared, &words);
		} else if (!is_same_run(first, now) || !words_equal(shared, &words)) {
			words_free(shared);
		}
		words_free(&words);
	}
	if (n < 2)
		words_free(shared);
}

void
prebuilt_shared(
    struct words *words, const struct results *results, const size_t *tests, size_t n)
{
	size_t i, k;

	for (i = 0; i < n; i++) {
		struct words shared = WORDS_EMPTY;

		find_shared(&shared, results, tests[i]);
		for (k = 0; k < shared.n; k++)
			if (is_prebuilt(shared.v[k]))
				words_intern(words, shared.v[k]);
		words_free(&shared);
	}
}

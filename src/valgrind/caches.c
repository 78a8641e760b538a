#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "valgrind/caches.h"

static const char *const names[] = {"I1", "D1", "LL"};
enum { CACHES = sizeof names / sizeof *names };

void
caches_add_fixed(struct words *options)
{
	static const char *const sizes[CACHES] = {"32768,8,64", "32768,8,64", "8388608,16,64"};
	size_t i;

	for (i = 0; i < CACHES; i++)
		words_take(options, text_print("--%s=%s", names[i], sizes[i]));
}

/* desc: D1 cache:         49152 B, 64 B, 12-way associative */
static char *
described(const char *out, const char *name)
{
	unsigned long size, line, ways;
	char *begin = text_print("desc: %s cache:", name), *option = NULL;
	const char *at = strstr(out, begin);

	if (at && sscanf(at + strlen(begin), "%lu B, %lu B, %lu-way", &size, &line, &ways) == 3)
		option = text_print("--%s=%lu,%lu,%lu", name, size, ways, line);
	free(begin);
	return option;
}

bool
caches_add_described(struct words *options, const char *out)
{
	struct words found = WORDS_EMPTY;
	size_t i;

	for (i = 0; i < CACHES; i++) {
		char *option = described(out, names[i]);

		if (option)
			words_take(&found, option);
	}
	if (found.n == CACHES)
		words_add_all(options, &found);
	i = found.n;
	words_free(&found);
	return i == CACHES;
}

const char *
caches_of(const char *option)
{
	/* The last one is what LL was called before 3.6, and still may be. */
	static const char *const options[][2] = {
	    {"--I1=", "I1"}, {"--D1=", "D1"}, {"--LL=", "LL"}, {"--L2=", "LL"}};
	size_t i;

	for (i = 0; i < sizeof options / sizeof *options; i++)
		if (!strncmp(option, options[i][0], strlen(options[i][0])))
			return options[i][1];
	return NULL;
}

/* Of options that say the same, the last one counts. */
static const char *
find(const struct words *options, const char *cache)
{
	const char *found = "";
	size_t i;

	for (i = 0; i < options->n; i++) {
		const char *name = caches_of(options->v[i]);

		if (name && !strcmp(name, cache))
			found = strchr(options->v[i], '=') + 1;
	}
	return found;
}

char *
caches_show(const struct words *options)
{
	return text_print(
	    "I1=%s D1=%s LL=%s", find(options, "I1"), find(options, "D1"), find(options, "LL"));
}

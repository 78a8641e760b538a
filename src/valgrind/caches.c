#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/array.h"
#include "valgrind/caches.h"

enum { CACHES = 3 };

/* The name that valgrind uses for a cache in its options (--LL=...) and out files, and the one
   that cgbench uses. Valgrind called the last level L2 before 3.6 and still takes that option.
 */
static const struct {
	const char *valgrind, *name;
} names[] = {{"I1", "I1"}, {"D1", "D1"}, {"LL", "LL"}, {"L2", "LL"}};

#define NAMES COUNTOF(names)

void
caches_add_fixed(struct words *options)
{
	words_add(options, "--I1=32768,8,64");
	words_add(options, "--D1=32768,8,64");
	words_add(options, "--LL=8388608,16,64");
}

/* Cachegrind describes a cache in one of two forms (cachesim_initcache in its cg_sim.c):
       desc: D1 cache:         49152 B, 64 B, 12-way associative
       desc: LL cache:         268435456 B, 64 B, direct-mapped
   On AMD hosts it takes each associativity that it does not know for the second one. */
static bool
parse_geometry(const char *s, unsigned long *size, unsigned long *line, unsigned long *ways)
{
	int end = 0;

	*ways = 1;
	sscanf(s, "%lu B, %lu B, direct-mapped%n", size, line, &end);
	if (!end)
		sscanf(s, "%lu B, %lu B, %lu-way associative%n", size, line, ways, &end);
	return end && s[end] == '\n';
}

bool
caches_add_described(struct words *options, const char *out)
{
	FREED_BY(words_free) struct words found = WORDS_EMPTY;
	bool all;

	for (size_t i = 0; i < NAMES; i++) {
		unsigned long size, line, ways;
		OWNED char *label = text_print("desc: %s cache:", names[i].valgrind);
		const char *at = strstr(out, label);

		if (at && parse_geometry(at + strlen(label), &size, &line, &ways))
			words_take(&found,
			    text_print("--%s=%lu,%lu,%lu", names[i].name, size, ways, line));
	}
	all = found.n == CACHES;
	if (all)
		words_add_all(options, &found);
	return all;
}

const char *
caches_of(const char *option)
{
	for (size_t i = 0; i < NAMES; i++)
		if (text_begins(option, "--") && text_begins(option + 2, names[i].valgrind) &&
		    option[4] == '=')
			return names[i].name;
	return NULL;
}

/* If several options set the same cache, the last one counts. */
static const char *
caches_find(const struct words *options, const char *cache)
{
	const char *found = "";

	for (size_t i = 0; i < options->n; i++) {
		const char *name = caches_of(options->v[i]);

		if (name && !strcmp(name, cache))
			found = strchr(options->v[i], '=') + 1;
	}
	return found;
}

char *
caches_show(const struct words *options)
{
	return text_print("I1=%s D1=%s LL=%s", caches_find(options, "I1"),
	    caches_find(options, "D1"), caches_find(options, "LL"));
}

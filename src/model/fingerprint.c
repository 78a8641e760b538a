#include <stdlib.h>
#include <string.h>

#include "model/fingerprint.h"
#include "model/param.h"
#include "util/memory.h"
#include "util/sha256.h"

const char *
trait_name(enum trait trait)
{
	static const char *const names[TRAIT_COUNT] = {"cgbench", "valgrind", "kernel", "libc",
	    "cpu", "engine", "caches", "grindargs", "pins", "language", "path", "sha256",
	    "version", "args", "env"};

	return names[trait];
}

void
fingerprint_free(struct fingerprint *fingerprint)
{
	enum trait t;

	if (!fingerprint)
		return;
	for (t = 0; t < TRAIT_COUNT; t++)
		free(fingerprint->of[t]);
	free(fingerprint);
}

static bool
is_one_of(const char *word, const char *const *words)
{
	while (*words && strcmp(word, *words))
		words++;
	return *words != NULL;
}

/* The length of a part's key without a language behind it. */
static size_t
key_length(const char *key)
{
	return param_is_key(key) ? strlen(key) : strcspn(key, ".");
}

/* Whether it is what a put sees, and not a part of another language or for all. */
static bool
is_seen(const struct test *test, const struct part *part, const char *language, bool plain)
{
	static const char *const shown[] = {
	    "desc", "ops", "stderr", "expect", "top_expect", NULL};
	static const char *const bare[] = {"stdin", "empty", NULL}; /* which may have no text */
	char *key = memory_copy_n(part->key, key_length(part->key));
	bool of_all = !strncmp(key, "top_", 4) || param_is_key(key);
	bool seen = !is_one_of(key, shown) && (*part->text || is_one_of(key, bare)) &&
	            (of_all || test_part_for(test, key, language, plain) == part);

	free(key);
	return seen;
}

static int
by_key(const void *a, const void *b)
{
	return strcmp(
	    (*(const struct part *const *)a)->key, (*(const struct part *const *)b)->key);
}

/* "code" and "code.perl" are the same to Perl. */
static void
add_part(struct sha256 *sha, const struct part *part)
{
	sha256_add(sha, part->key, key_length(part->key));
	sha256_add(sha, "", 1);
	sha256_add(sha, part->text, strlen(part->text) + 1);
}

uint64_t
fingerprint_of_test(const struct test *test, const char *language, bool plain)
{
	const struct part **parts;
	unsigned char digest[SHA256_BYTES];
	struct sha256 sha;
	uint64_t number = 0;
	size_t i, n = 0;

	if (!test_part_for(test, "code", language, plain))
		return 0;
	parts = memory_new(test->part_count * sizeof *parts);
	for (i = 0; i < test->part_count; i++)
		if (is_seen(test, &test->parts[i], language, plain))
			parts[n++] = &test->parts[i];
	qsort(parts, n, sizeof *parts, by_key);
	sha256_begin(&sha);
	for (i = 0; i < n; i++)
		add_part(&sha, parts[i]);
	free(parts);
	sha256_end(&sha, digest);
	for (i = 0; i < sizeof number; i++)
		number = number << 8 | digest[i];
	return number;
}

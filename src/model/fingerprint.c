#include <sha256.h>
#include <stdlib.h>
#include <string.h>

#include "model/fingerprint.h"
#include "util/array.h"
#include "util/text.h"

const char *
trait_name(enum trait trait)
{
	static const char *const names[TRAIT_COUNT] = {"cgbench", "valgrind", "kernel", "libc",
	    "cpu", "engine", "caches", "grindargs", "pins", "language", "path", "sha256",
	    "version", "args", "env"};

	return names[trait];
}

bool
fingerprint_is_emulated(const struct fingerprint *fingerprint)
{
	return text_begins(fingerprint->of[TRAIT_VALGRIND], "qemu ");
}

char *
fingerprint_machine(const struct fingerprint *fingerprint)
{
	const char *cpu = fingerprint->of[TRAIT_CPU];

	return strchr(cpu, ' ') ? memory_copy_n(cpu, strcspn(cpu, " ")) : memory_copy("x86_64");
}

void
fingerprint_free(struct fingerprint *fingerprint)
{
	if (!fingerprint)
		return;
	for (enum trait t = 0; t < TRAIT_COUNT; t++)
		free(fingerprint->of[t]);
	free(fingerprint);
}

static void
fingerprint_add(SHA2_CTX *sha, const char *s)
{
	SHA256Update(sha, (const uint8_t *)s, strlen(s) + 1);
}

/* The first bytes of the digest. */
static uint64_t
end_hash(SHA2_CTX *sha)
{
	uint8_t digest[SHA256_DIGEST_LENGTH];
	uint64_t number = 0;

	SHA256Final(digest, sha);
	for (size_t i = 0; i < sizeof number; i++)
		number = number << 8 | digest[i];
	return number;
}

static int
fingerprint_by_key(const void *a, const void *b)
{
	return strcmp(
	    (*(const struct part *const *)a)->key, (*(const struct part *const *)b)->key);
}

uint64_t
fingerprint_of_test(const struct test *test, const char *language, bool plain)
{
	OWNED const struct part **parts = NULL;
	SHA2_CTX sha;
	size_t n = 0;

	if (!test_part_for(test, PART_CODE, language, plain))
		return 0;
	parts = memory_array(test->part_count, sizeof *parts);
	ARRAY_EACH(const struct part, part, test->parts, test->part_count)
		if (!part_has_trait(part->kind, PART_UNMEASURED) &&
		    (*part->text || part_has_trait(part->kind, PART_MAY_BE_EMPTY)) &&
		    test_sees(test, part, language, plain))
			parts[n++] = part;
	qsort(parts, n, sizeof *parts, fingerprint_by_key);
	SHA256Init(&sha);
	for (size_t i = 0; i < n; i++) {
		const char *key = parts[i]->key, *end = parts[i]->kind == PART_PARAM ? "" : ".";

		/* Without the language: "code" and "code.perl" are the same to Perl. */
		SHA256Update(&sha, (const uint8_t *)key, strcspn(key, end));
		fingerprint_add(&sha, "");
		fingerprint_add(&sha, parts[i]->text);
	}
	return end_hash(&sha);
}

uint64_t
fingerprint_of_tests(const struct tests *tests)
{
	SHA2_CTX sha;

	SHA256Init(&sha);
	fingerprint_add(&sha, tests->language ? tests->language : "");
	ARRAY_EACH(const struct test, test, tests->v, tests->n) {
		fingerprint_add(&sha, test->name);
		for (size_t k = 0; k < test->part_count; k++) {
			fingerprint_add(&sha, test->parts[k].key);
			fingerprint_add(&sha, test->parts[k].text);
		}
		fingerprint_add(&sha, "");
	}
	return end_hash(&sha);
}

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/test.h"
#include "util/memory.h"
#include "util/text.h"

/* FNV-1a */
static size_t
hash(const char *s)
{
	uint64_t h = 14695981039346656037u;

	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211u;
	return (size_t)(h ^ h >> 32);
}

/* The slot that names that test, or the free one where it belongs. */
static size_t *
find_slot(const struct tests *tests, const char *name)
{
	size_t i = hash(name);

	for (;; i++) {
		size_t *slot = &tests->slots[i & (tests->slot_count - 1)];

		if (!*slot || !strcmp(tests->v[*slot - 1].name, name))
			return slot;
	}
}

static void
index_test(struct tests *tests, size_t i)
{
	size_t *slot = find_slot(tests, tests->v[i].name);

	if (!*slot)
		*slot = i + 1;
}

void
tests_reindex(struct tests *tests)
{
	size_t i;

	free(tests->slots);
	tests->slot_count = 16;
	while (tests->slot_count < 2 * (tests->n + 1))
		tests->slot_count *= 2;
	tests->slots = memory_new(tests->slot_count * sizeof *tests->slots);
	for (i = 0; i < tests->n; i++)
		index_test(tests, i);
}

const struct test *
tests_find(const struct tests *tests, const char *name)
{
	size_t *slot;

	if (!tests->slot_count)
		return NULL;
	slot = find_slot(tests, name);
	return *slot ? &tests->v[*slot - 1] : NULL;
}

struct test *
tests_add(struct tests *tests, const char *name)
{
	struct test *test;

	if (!(tests->n & (tests->n - 1)))
		tests->v =
		    memory_resize(tests->v, tests->n ? 2 * tests->n : 1, sizeof *tests->v);
	test = &tests->v[tests->n++];
	*test = (struct test){.name = memory_copy(name)};
	if (tests->slot_count < 2 * tests->n)
		tests_reindex(tests);
	else
		index_test(tests, tests->n - 1);
	return test;
}

void
tests_free(struct tests *tests)
{
	size_t i;

	for (i = 0; i < tests->n; i++)
		test_free(&tests->v[i]);
	free(tests->v);
	free(tests->language);
	free(tests->slots);
	*tests = (struct tests){0};
}

void
test_free(struct test *test)
{
	size_t i;

	for (i = 0; i < test->part_count; i++) {
		free(test->parts[i].key);
		free(test->parts[i].text);
	}
	free(test->parts);
	free(test->name);
	free(test->file);
	*test = (struct test){0};
}

static struct part *
find_part(const struct test *test, const char *key)
{
	size_t i;

	for (i = 0; i < test->part_count; i++)
		if (!strcmp(test->parts[i].key, key))
			return &test->parts[i];
	return NULL;
}

const struct part *
test_part(const struct test *test, const char *key)
{
	return find_part(test, key);
}

const char *
test_text(const struct test *test, const char *key)
{
	const struct part *part = find_part(test, key);

	return part ? part->text : "";
}

static struct part *
add_part(struct test *test, const char *key)
{
	struct part *part;

	test->parts = memory_resize(test->parts, test->part_count + 1, sizeof *test->parts);
	part = &test->parts[test->part_count++];
	*part = (struct part){.key = memory_copy(key)};
	return part;
}

void
test_set(struct test *test, const char *key, char *text, unsigned line)
{
	struct part *part = find_part(test, key);

	if (!part)
		part = add_part(test, key);
	free(part->text);
	part->text = text;
	part->line = line;
}

const struct part *
test_part_for(const struct test *test, const char *key, const char *language, bool plain)
{
	char *own = text_print("%s.%s", key, language);
	const struct part *part = test_part(test, own);

	free(own);
	return part || !plain ? part : test_part(test, key);
}

unsigned long
test_ops(const struct test *test)
{
	unsigned long ops = strtoul(test_text(test, "ops"), NULL, 10);

	return ops ? ops : 1;
}

verdict_set
test_expected(const struct test *test)
{
	return verdict_list(test_text(test, "top_expect"), NULL) |
	       verdict_list(test_text(test, "expect"), NULL);
}

/* The first part of that key, or of that key for one language. */
static const struct part *
any_part(const struct test *test, const char *key)
{
	size_t n = strlen(key), i;

	for (i = 0; i < test->part_count; i++) {
		const char *name = test->parts[i].key;

		if (!strncmp(name, key, n) && (!name[n] || name[n] == '.'))
			return &test->parts[i];
	}
	return NULL;
}

bool
test_has_code(const struct test *test)
{
	return any_part(test, "code") != NULL;
}

const char *
test_desc(const struct test *test)
{
	const struct part *code = any_part(test, "code");

	if (test_part(test, "desc"))
		return test_text(test, "desc");
	return code ? code->text : "";
}

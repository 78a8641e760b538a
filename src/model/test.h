#ifndef TEST_H
#define TEST_H

#include <stdbool.h>
#include <stddef.h>

#include "model/verdict.h"

/* One key of a test and its text: "setup", "code", "desc", ... A part that was read from a
   benchfile remembers the line its text begins on, for compilers' messages; line 0: unknown. */
struct part {
	char *key;
	char *text;
	unsigned line;
};

/* A named snippet. The parts stand in the order they were written; keys are unique. */
struct test {
	char *name;
	struct part *parts;
	size_t part_count;
	char *file;    /* of the benchfile, as the user named it; NULL: none */
	unsigned line; /* of its [name] */
};

struct tests {
	struct test *v;
	size_t n;
	char *language; /* name, or NULL where the file names none */
	size_t *slots;  /* tests_find's hash table: position + 1, 0: free */
	size_t slot_count;
};

/* The test of that name, or NULL. */
const struct test *tests_find(const struct tests *tests, const char *name);
/* Adds an empty test of that name and returns it; good until the next one is added. */
struct test *tests_add(struct tests *tests, const char *name);
/* To be called after tests were taken out of v or moved within it. */
void tests_reindex(struct tests *tests);
void tests_free(struct tests *tests);

/* The part of that key, or NULL. */
const struct part *test_part(const struct test *test, const char *key);
/* The text of that part, or "" where there is none. */
const char *test_text(const struct test *test, const char *key);
/* The part that a put of that language sees: KEY.LANGUAGE or, where the plain keys are meant
   for it as well, KEY. NULL where there is none. */
const struct part *test_part_for(
    const struct test *test, const char *key, const char *language, bool plain);
/* Whether it has code, be it for one language only. */
bool test_has_code(const struct test *test);
/* How many operations one execution is ("ops"), at least 1. */
unsigned long test_ops(const struct test *test);
/* The verdicts that it declares ("expect"), or the top of its benchfile. */
verdict_set test_expected(const struct test *test);
/* Sets a part; takes ownership of text. */
void test_set(struct test *test, const char *key, char *text, unsigned line);
/* "desc" or, without one, "code" (bench.pl's rule), be it that of some language. */
const char *test_desc(const struct test *test);
/* Frees what test owns; for who takes a test out of a struct tests. */
void test_free(struct test *test);

#endif

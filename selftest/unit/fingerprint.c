#include "model/fingerprint.h"
#include "sample.h"
#include "tap.h"

static void
set(struct test *test, const char *key, const char *text)
{
	test_set(test, key, memory_copy(text), 0);
}

static void
make(struct test *test)
{
	*test = (struct test){.name = memory_copy("t")};
	set(test, "setup", "int a;");
	set(test, "code", "a++;");
	set(test, "code.perl", "$a++;");
	set(test, "param.n", "16");
}

static uint64_t
of(const struct test *test, const char *language)
{
	return fingerprint_of_test(test, language, !strcmp(language, "c"));
}

/* Returns whether the key, with that text, changes what a put of the language measures. */
static bool
matters(const char *key, const char *text, const char *language)
{
	FREED_BY(test_free) struct test test;
	uint64_t before;

	make(&test);
	before = of(&test, language);
	set(&test, key, text);
	return of(&test, language) != before;
}

static void
test_keys(void)
{
	static const char *const keys[] = {"setup", "pre", "code", "post", "teardown", "preamble", "top_preamble",
	    "cflags", "top_cflags", "ldflags", "top_ldflags", "sources", "top_sources", "param.n", "stdin", "status",
	    "once", "empty", "compile", "code.c"};
	static const char *const others[] = {"desc", "ops", "stderr", "expect", "top_expect"};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		ok(matters(keys[i], "x", "c"), "%s is compared", keys[i]);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		ok(!matters(others[i], "x", "c"), "%s is not", others[i]);
	ok(!matters("code.perl", "x", "c"), "another language's text is not compared");
	ok(!matters("code", "x", "perl"), "nor is that for the others");
	ok(matters("code.perl", "x", "perl"), "its own is");
	ok(!matters("setup.perl", "", "perl"), "no text is none");
	ok(matters("empty", "", "c") && matters("stdin", "", "c"), "where that says nothing else");
}

static void
test_order(void)
{
	struct test a, b = {.name = memory_copy("t")}, c = {.name = memory_copy("t")};

	make(&a);
	set(&b, "param.n", "16");
	set(&b, "code.c", "a++;");
	set(&b, "setup", "int a;");
	ok(of(&a, "c") == of(&b, "c"), "code.c and code, in whatever order, are the same text of C");
	set(&c, "param.n", "16");
	set(&c, "code", "a++;int a;");
	set(&c, "setup", "");
	ok(of(&a, "c") != of(&c, "c"), "text that moved to another key is another");
	ok(of(&a, "c") && !of(&a, "lua"), "without code for a language there is none");
	test_free(&a);
	test_free(&b);
	test_free(&c);
}

/* The text ends at its first byte of 0. */
static void
test_end(void)
{
	static const char texts[2][4] = {"x\0y", "x\0z"};
	uint64_t hashes[2];

	for (size_t i = 0; i < 2; i++) {
		FREED_BY(test_free) struct test test = {.name = memory_copy("t")};
		char *text = memory_new(sizeof *texts);

		memcpy(text, texts[i], sizeof *texts);
		test_set(&test, "code", text, 0);
		hashes[i] = of(&test, "c");
	}
	ok(hashes[0] == hashes[1], "nothing after a text is compared");
	/* printf 'code\0x\0' | sha256sum */
	ok(hashes[0] == 0xe7589544457d290c, "saved files have the start of a SHA-256");
}

/* Every text of a list of tests matters. */
static void
test_lists(void)
{
	FREED_BY(results_free) struct results results = sample_make(2, 1);
	uint64_t before = fingerprint_of_tests(&results.tests), after;

	set(&results.tests.v[1], "desc", "x");
	after = fingerprint_of_tests(&results.tests);
	ok(before != after, "the text of a test");
	set(&results.tests.v[1], "code", "x");
	ok(fingerprint_of_tests(&results.tests) != after, "another part");
}

int
main(void)
{
	test_keys();
	test_order();
	test_end();
	test_lists();
	return tap_done();
}

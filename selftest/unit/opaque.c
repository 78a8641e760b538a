#include "are.h"
#include "measure/again/hoist.h"

static struct language language = {
    .name = "c", .opaque = "HIDE({name});", .renew = "RENEW({name});", .settle = "ALL();"};
static const struct target target = {.language = &language, .plain = true};

static struct test
test_with(const char *key, const char *text)
{
	struct test test = {.name = memory_copy("t")};

	test_set(&test, key, memory_copy(text), 7);
	return test;
}

/* A test has no other part than its parameter. */
static void
test_params(void)
{
	FREED_BY(test_free) struct test test = test_with("param.n", "5");
	FREED_BY(words_free) struct words names = WORDS_EMPTY;

	test_add_params(&names, &test);
	ok(names.n == 1 && !strcmp(names.v[0], "n"), "a parameter alone");
}

static void
drops(const char *output, const char *want)
{
	FREED_BY(words_free) struct words names = WORDS_EMPTY;
	bool dropped;

	words_split(&names, "a b c");
	dropped = hoist_drop(&names, output);
	are_quoted(&names, want, output);
	ok(dropped == (strcmp(want, "a b c") != 0), "and it is known whether any was");
}

static void
test_drop(void)
{
	drops("", "a b c");
	drops("x.bench:12:3: error: no\n", "a b c");
	drops("x.bench:30001:3: error: no", "a c");
	drops("In x:\nx.bench:30000:3: error: no\n   | 30001\nx:30002: note\n", "b");
	drops("x.bench:30001:3: warning: well\n", "a b c");
	drops("x.bench:30003:3: error: no\n", "a b c");
}

static void
test_hide(void)
{
	struct test test = test_with("setup", "int a;");
	FREED_BY(words_free) struct words names = WORDS_EMPTY;

	words_split(&names, "a b");
	hoist_hide(&test, &target, &names, true);
	is(part_text(test_find(&test, "pre.c")), "HIDE(a);\nHIDE(b);\nALL();\n", "in each turn");
	ok(!test_find(&test, "setup.c"), "and only there");
	test_free(&test);
	test = test_with("setup", "int a;");
	test_set(&test, "pre", memory_copy("int d;"), 9);
	hoist_hide(&test, &target, &names, true);
	is(part_text(test_find(&test, "pre.c")), "HIDE(a);\nHIDE(b);\nALL();\nint d;", "in front of pre");
	is(part_text(test_find(&test, "pre")), "int d;", "which others still have");
	test_free(&test);
	test = test_with("setup.c", "int a;");
	hoist_hide(&test, &target, &names, false);
	is(part_text(test_find(&test, "setup.c")), "int a;\nRENEW(a);\nRENEW(b);\nALL();\n", "behind setup");
	test_free(&test);
}

int
main(void)
{
	test_params();
	test_drop();
	test_hide();
	return tap_done();
}

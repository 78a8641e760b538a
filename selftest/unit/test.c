#include "model/test.h"
#include "tap.h"

static void
rule_is(enum part_kind kind, const char *begin)
{
	OWNED char *rule = test_rule(kind);

	ok(!strncmp(rule, begin, strlen(begin)), "%s: %s", part_name(kind), rule);
}

static void
test_rules(void)
{
	rule_is(PART_OPS, "operations per execution are a whole number from 1 to 9");
	rule_is(PART_STATUS, "the exit status of a command is a whole number from 1 to 255, or 'any'");
	rule_is(PART_STDERR, "the only value is 'ok'");
	rule_is(PART_ONCE, "the only value is 'yes'");
	rule_is(PART_CWD, "the only value is '{dir}'");
	rule_is(PART_COMPILE, "the only value is 'yes'");
	rule_is(PART_EXPECT, "it must be a list of verdicts: empty, folded");
}

static void
test_parts(void)
{
	FREED_BY(test_free) struct test test = {.name = memory_copy("t")};

	test_set(&test, "top_cflags", memory_copy("top"), 0);
	test_set(&test, "cflags.c", memory_copy("c"), 0);
	test_set(&test, "cflags", memory_copy("own"), 0);
	is(part_text(test_part(&test, PART_CFLAGS)), "own", "the part of a test");
	is(part_text(test_top(&test, PART_CFLAGS)), "top", "that above it");
	is(part_text(test_part_for(&test, PART_CFLAGS, "c", true)), "c", "of a language");
	is(part_text(test_part_for(&test, PART_CFLAGS, "perl", true)), "own", "of another");
	ok(!test_part_for(&test, PART_CFLAGS, "perl", false), "that does not see it");
}

int
main(void)
{
	test_rules();
	test_parts();
	return tap_done();
}

#include <stdlib.h>

#include "model/profile.h"
#include "model/test.h"
#include "tap.h"
#include "util/memory.h"
#include "util/text.h"

static void
set(struct test *test, const char *key, const char *text, unsigned line)
{
	test_set(test, key, memory_copy(text), line);
}

static void
rule_is(enum part_kind kind, const char *begin)
{
	char *rule = test_rule(kind);

	ok(!strncmp(rule, begin, strlen(begin)), "%s: %s", part_name(kind), rule);
	free(rule);
}

static void
test_rules(void)
{
	rule_is(PART_OPS, "operations per execution are a whole number from 1 to 9");
	rule_is(PART_STATUS, "the exit status of a command is a whole number from 1 to 255");
	rule_is(PART_STDERR, "the only value is 'ok'");
	rule_is(PART_ONCE, "the only value is 'yes'");
	rule_is(PART_CWD, "the only value is '{dir}'");
	rule_is(PART_COMPILE, "the only value is 'yes'");
	rule_is(PART_EXPECT, "it must be a list of verdicts: empty, folded");
}

static void
test_parts(void)
{
	struct test test = {.name = memory_copy("t")};

	set(&test, "top_cflags", "top", 0);
	set(&test, "cflags.c", "c", 0);
	set(&test, "cflags", "own", 0);
	is(part_text(test_part(&test, PART_CFLAGS)), "own", "the part of a test");
	is(part_text(test_top(&test, PART_CFLAGS)), "top", "that above it");
	is(part_text(test_part_for(&test, PART_CFLAGS, "c", true)), "c", "of a language");
	is(part_text(test_part_for(&test, PART_CFLAGS, "perl", true)), "own", "of another");
	ok(!test_part_for(&test, PART_CFLAGS, "perl", false), "that does not see it");
	test_free(&test);
}

/* What the line of a step is in a benchfile in which a test is elsewhere. */
static void
moves(unsigned line, unsigned want, const char *name)
{
	struct profile_step *step = memory_new(sizeof *step);
	struct profile_function *function = memory_new(sizeof *function);
	struct profile *profile = memory_new(sizeof *profile);
	struct test from = {.name = memory_copy("t"), .file = memory_copy("a")};
	struct test to = {.name = memory_copy("t"), .file = memory_copy("b")};

	set(&from, "setup", "one\ntwo", 10);
	set(&from, "code", "three\nfour", 20);
	set(&from, "pre", "five", 30);
	set(&to, "setup", "one\ntwo", 110);
	set(&to, "code", "three\nfive", 120);
	set(&to, "pre", "five", 0);
	words_add(&profile->files, "a");
	*step = (struct profile_step){.line = line};
	*function =
	    (struct profile_function){.name = memory_copy("f"), .steps = step, .step_count = 1};
	profile->functions = function;
	profile->function_count = 1;
	profile_move_lines(profile, &from, &to);
	ok(step->line == want, "%s: %u", name, step->line);
	ok(step->file == (line != 0), "%s: the file", name);
	profile_free(profile);
	test_free(&from);
	test_free(&to);
}

static void
test_lines(void)
{
	moves(11, 111, "a line of a text that moved");
	moves(20, 0, "one of another text");
	moves(30, 0, "one whose line is unknown");
	moves(40, 0, "none of the test");
	moves(0, 0, "no line");
}

int
main(void)
{
	test_rules();
	test_parts();
	test_lines();
	return tap_done();
}

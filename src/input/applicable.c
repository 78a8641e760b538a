#include <string.h>
#include <unistd.h>

#include "input/applicable.h"
#include "input/flags.h"
#include "input/placeholder.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/text.h"
#include "util/words.h"

/* The first put whose language differs from that of the first put; NULL: all have the same. */
static const struct target *
odd_one(const struct targets *targets)
{
	for (size_t i = 1; i < targets->n; i++)
		if (strcmp(targets->v[i].language->name, targets->v[0].language->name) != 0)
			return &targets->v[i];
	return NULL;
}

void
applicable_same(const struct targets *targets, const char *remedy)
{
	const struct target *first = &targets->v[0], *odd = odd_one(targets);

	if (odd)
		message_die(STATUS_USAGE, "'%s' is %s and '%s' is %s: %s", first->put->exe,
		    first->language->name, odd->put->exe, odd->language->name, remedy);
}

/* A key such as code.python must name a language that exists. */
static void
check_suffixes(const struct test *test, const struct languages *languages)
{
	ARRAY_EACH(const struct part, part, test->parts, test->part_count) {
		const char *language = part_suffix(part);

		if (language && part->kind != PART_PARAM &&
		    !languages_find(languages, language))
			message_die(STATUS_USAGE,
			    "%s'%s': unknown language '%s'; the languages are %s",
			    test_position(test, part), part->key, language,
			    languages_names(languages));
	}
}

/* Returns true if any test has code for the target; NULL: code that names no language. */
static bool
applicable_has_code(const struct tests *tests, const struct target *target)
{
	for (size_t i = 0; i < tests->n; i++)
		if (target ? target_has_code(target, &tests->v[i])
		           : test_part(&tests->v[i], PART_CODE) != NULL)
			return true;
	return false;
}

static void
check_target(
    const struct tests *tests, const struct targets *targets, const struct target *target)
{
	const struct part *other = tests->n ? test_code(&tests->v[0]) : NULL;

	if (applicable_has_code(tests, target))
		return;
	if (other && !applicable_has_code(tests, NULL))
		message_die(STATUS_USAGE,
		    "no test has code for %s, the language of '%s'; there is only %s'%s'",
		    target->language->name, target->put->exe,
		    test_position(&tests->v[0], other), other->key);
	if (!tests->language)
		applicable_same(targets,
		    !strcmp(test_file(&tests->v[0]), "-e")
		        ? "-e is for one language: measure each alone, write a benchfile with "
		          "code.LANGUAGE, or use --language=NAME if both accept it"
		        : "name the language of 'code' with code.LANGUAGE, or use "
		          "--language=NAME if both accept it");
	message_die(STATUS_USAGE,
	    "the tests are in %s, but '%s' is %s; use --language=%s if it accepts that too",
	    tests->language, target->put->exe, target->language->name, tests->language);
}

static void
settle_plain(struct tests *tests, struct targets *targets)
{
	if (targets->n && !tests->language && !odd_one(targets))
		tests->language = memory_copy(targets->v[0].language->name);
	ARRAY_EACH(struct target, target, targets->v, targets->n) {
		target->plain =
		    tests->language && !strcmp(tests->language, target->language->name);
		check_target(tests, targets, target);
	}
}

static bool
takes(const struct language *language, enum part_kind kind)
{
	const char *name = part_name(kind);

	if (language->command)
		return kind == PART_SETUP || kind == PART_PRE;
	if (kind == PART_CFLAGS || kind == PART_FLAGS)
		return words_contain(&language->compile, "{cflags}");
	if (kind == PART_LDFLAGS)
		return words_contain(&language->link, "{ldflags}");
	if (kind == PART_SOURCES)
		return language->rules.n > 0;
	return placeholder_occurs(language->program, name) ||
	       placeholder_occurs(language->iteration, name);
}

/* The part must have a meaning in the language of the put. */
static void
check_taken(const struct target *target, const struct test *test, const struct part *part)
{
	const struct language *language = target->language;

	if (part_asks(part) && !takes(language, part->kind))
		message_die(STATUS_USAGE, "%s'%s' has no meaning in %s, the language of '%s'",
		    test_position(test, part), part_written(part), language->name,
		    target->put->exe);
}

/* If the puts have several languages and the file names none, a plain key belongs to none. */
static void
check_plain(const struct test *test, const struct part *part)
{
	if (part_asks(part))
		message_die(STATUS_USAGE,
		    "%s'%s' names no language, but the programs have several: append one, as in "
		    "'%s.c', or write 'language = NAME' at the top",
		    test_position(test, part), part_written(part), part_written(part));
}

/* The text of the part, which may be NULL, must be one that can be split into words; of flags,
   they must have a meaning. */
static void
applicable_check_part(const struct test *test, const struct part *part, bool is_flags)
{
	FREED_BY(words_free) struct words words = WORDS_EMPTY;
	OWNED char *position = NULL, *where = NULL;

	if (!part)
		return;
	position = test_position(test, part);
	where = text_print("%s%s", position, part_written(part));
	if (!words_split(&words, part->text))
		message_die(STATUS_USAGE, "%s: a quote is left open", where);
	if (is_flags)
		flags_check(&words, where);
	/* A saved file may name a directory that was removed, or is on another machine. */
	if (is_flags && test->dir && strstr(part->text, "{dir}") && access(test->dir, F_OK))
		message_die(STATUS_USAGE, "test '%s': %s: {dir} is %s, which does not exist",
		    test->name, part_written(part), test->dir);
}

static void
check_words(const struct target *target, const struct test *test)
{
	static const enum part_kind of_words[] = {
	    PART_CFLAGS, PART_LDFLAGS, PART_SOURCES, PART_FLAGS};

	if (target->language->command) {
		applicable_check_part(test, target_part(target, test, PART_CODE), false);
		applicable_check_part(test, target_part(target, test, PART_EMPTY), false);
		return;
	}
	for (size_t i = 0; i < COUNTOF(of_words); i++) {
		applicable_check_part(test, target_part(target, test, of_words[i]), true);
		applicable_check_part(test, test_top(test, of_words[i]), true);
	}
}

/* The parts of a test's program other than its code. */
static void
check_snippet(const struct tests *tests, const struct target *target, const struct test *test)
{
	static const enum part_kind own[] = {PART_SETUP, PART_PRE, PART_POST, PART_VERIFY,
	    PART_TEARDOWN, PART_PREAMBLE, PART_CFLAGS, PART_LDFLAGS, PART_SOURCES, PART_FLAGS,
	    PART_COMPILE};
	static const enum part_kind top[] = {
	    PART_PREAMBLE, PART_CFLAGS, PART_LDFLAGS, PART_SOURCES, PART_FLAGS};

	for (size_t i = 0; i < COUNTOF(own); i++) {
		check_taken(target, test, target_part(target, test, own[i]));
		if (!tests->language)
			check_plain(test, test_part(test, own[i]));
	}
	for (size_t i = 0; i < COUNTOF(top); i++) {
		if (target->plain)
			check_taken(target, test, test_top(test, top[i]));
		if (!tests->language)
			check_plain(test, test_top(test, top[i]));
	}
}

static void
applicable_check_keys(
    const struct tests *tests, const struct target *target, const struct test *test)
{
	const struct part *part = target_part(target, test, PART_CODE);
	bool command = target->language->command;

	if (part) {
		check_snippet(tests, target, test);
		check_words(target, test);
		if (command && test_part(test, PART_INPUT) && test->input)
			message_die(STATUS_USAGE,
			    "%s'input' names a file of what 'stdin' gives: write one of them",
			    test_position(test, test_part(test, PART_INPUT)));
		/* Otherwise both runs of a command cost the same and the difference is 0. */
		if (command && !test->once && !strstr(part->text, "@count@"))
			message_die(STATUS_USAGE,
			    "%s'%s': nothing would be measured: measure a whole run with --command, or "
			    "with 'once = yes' in a benchfile, or repeat the work @count@ times",
			    test_position(test, part), part->key);
	}
	/* Keys about how a command is run have no meaning in other languages. */
	for (enum part_kind kind = 0; kind < PART_KEY_COUNT && !command; kind++) {
		part = test_part(test, kind);
		if (part && part_has_trait(kind, PART_OF_COMMAND))
			message_die(STATUS_USAGE,
			    "%s'%s' applies to tests in the language command, but '%s' is %s",
			    test_position(test, part), part_name(kind), target->put->exe,
			    target->language->name);
	}
}

void
applicable_check(
    struct tests *tests, struct targets *targets, const struct languages *languages)
{
	for (size_t i = 0; i < tests->n; i++)
		check_suffixes(&tests->v[i], languages);
	settle_plain(tests, targets);
	ARRAY_EACH(const struct target, target, targets->v, targets->n) {
		OWNED char *where = text_print("'%s'", target->put->label);

		if (language_is_compiled(target->language))
			flags_check(&target->args, where);
		for (size_t k = 0; k < tests->n; k++)
			applicable_check_keys(tests, target, &tests->v[k]);
	}
}

#include <string.h>

#include "input/applicable.h"
#include "input/places.h"
#include "model/param.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/text.h"
#include "util/words.h"

/* The first put of another language than the first of all; NULL: they have one in common. */
static const struct target *
odd_one(const struct targets *targets)
{
	size_t i;

	for (i = 1; i < targets->n; i++)
		if (targets->v[i].language != targets->v[0].language)
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

/* "FILE:LINE:1: ", where that is known: for messages that end the program. */
static char *
place_of(const struct test *test, const struct part *part)
{
	return test->file && part->line ? text_print("%s:%u:1: ", test->file, part->line)
	                                : text_print("test '%s': ", test->name);
}

/* A key such as code.python belongs to a language that there is. */
static void
check_suffixes(const struct test *test, const struct languages *languages)
{
	size_t i;

	for (i = 0; i < test->part_count; i++) {
		const struct part *part = &test->parts[i];
		const char *dot = strchr(part->key, '.');

		if (dot && !param_is_key(part->key) && !languages_find(languages, dot + 1))
			message_die(STATUS_USAGE,
			    "%s'%s': there is no language '%s'; there are %s",
			    place_of(test, part), part->key, dot + 1,
			    languages_names(languages));
	}
}

static bool
has_code(const struct tests *tests, const struct target *target)
{
	size_t i;

	for (i = 0; i < tests->n; i++)
		if (target_has_code(target, &tests->v[i]))
			return true;
	return false;
}

/* The first text there is for "code", in whatever language. */
static const struct part *
first_code(const struct test *test)
{
	size_t i;

	for (i = 0; i < test->part_count; i++)
		if (!strncmp(test->parts[i].key, "code", 4))
			return &test->parts[i];
	return NULL;
}

static bool
has_plain_code(const struct tests *tests)
{
	size_t i;

	for (i = 0; i < tests->n; i++)
		if (test_part(&tests->v[i], "code"))
			return true;
	return false;
}

static void
check_target(
    const struct tests *tests, const struct targets *targets, const struct target *target)
{
	const struct part *other = tests->n ? first_code(&tests->v[0]) : NULL;

	if (has_code(tests, target))
		return;
	if (other && !has_plain_code(tests))
		message_die(STATUS_USAGE,
		    "no test has code for %s, the language of the put '%s'; %s'%s' is there",
		    target->language->name, target->put->exe, place_of(&tests->v[0], other),
		    other->key);
	if (!tests->language)
		applicable_same(targets,
		    "for which is 'code'? Say code.LANGUAGE, or --language=NAME if both take that");
	message_die(STATUS_USAGE,
	    "the tests are in %s and the put '%s' is %s; --language=%s if it takes that as well",
	    tests->language, target->put->exe, target->language->name, tests->language);
}

static void
settle_plain(struct tests *tests, struct targets *targets)
{
	size_t i;

	if (targets->n && !tests->language && !odd_one(targets))
		tests->language = memory_copy(targets->v[0].language->name);
	for (i = 0; i < targets->n; i++) {
		struct target *target = &targets->v[i];

		target->plain =
		    tests->language && !strcmp(tests->language, target->language->name);
		check_target(tests, targets, target);
	}
}

static bool
has_word(const struct words *words, const char *place)
{
	size_t i;

	for (i = 0; i < words->n; i++)
		if (strstr(words->v[i], place))
			return true;
	return false;
}

static bool
takes(const struct language *language, const char *key)
{
	if (!strcmp(key, "cflags"))
		return has_word(&language->compile, "{cflags}");
	if (!strcmp(key, "ldflags"))
		return has_word(&language->link, "{ldflags}");
	return places_take(language->program, key) || places_take(language->turn, key);
}

/* bench.pl says "compile" with a number. */
static bool
says(const struct part *part)
{
	return part && *part->text && strcmp(part->text, "0") != 0;
}

/* As it is called in a benchfile. */
static const char *
plain_name(const char *key)
{
	return strncmp(key, "top_", 4) ? key : key + 4;
}

static void
check_key(const struct target *target, const struct test *test, const char *key)
{
	const struct language *language = target->language;
	const struct part *part = test_part_for(test, key, language->name, target->plain);
	const char *plain = plain_name(key);

	if (says(part) && !takes(language, plain))
		message_die(STATUS_USAGE,
		    "%s'%s' means nothing in %s, the language of the put '%s'",
		    place_of(test, part), plain, language->name, target->put->exe);
}

/* Where puts are of several languages and none is named at the top, such a key is for none. */
static void
check_plain_key(const struct test *test, const char *key)
{
	const struct part *part = test_part(test, key);

	if (says(part))
		message_die(STATUS_USAGE,
		    "%s'%s' names no language, and the puts have several: name it behind the key or "
		    "say 'language = NAME' at the top",
		    place_of(test, part), plain_name(key));
}

/* A text that is split into words can be. */
static void
check_quotes(const struct test *test, const struct part *part)
{
	struct words words = WORDS_EMPTY;

	if (part && !words_split(&words, part->text))
		message_die(STATUS_USAGE, "%s%s: a quote is left open", place_of(test, part),
		    plain_name(part->key));
	words_free(&words);
}

static void
check_words(const struct target *target, const struct test *test)
{
	const char *language = target->language->name;

	if (target->language->command) {
		check_quotes(test, test_part_for(test, "code", language, target->plain));
		check_quotes(test, test_part_for(test, "empty", language, target->plain));
		return;
	}
	check_quotes(test, test_part_for(test, "cflags", language, target->plain));
	check_quotes(test, test_part_for(test, "ldflags", language, target->plain));
	check_quotes(test, test_part(test, "top_cflags"));
	check_quotes(test, test_part(test, "top_ldflags"));
}

/* Keys that say how a command is run mean nothing to other languages. */
static void
check_command_key(const struct target *target, const struct test *test, const char *key)
{
	const struct part *part = test_part(test, key);

	if (part && !target->language->command)
		message_die(STATUS_USAGE,
		    "%s'%s' is for tests in the language command, and '%s' is %s",
		    place_of(test, part), key, target->put->exe, target->language->name);
}

static void
check_keys(const struct tests *tests, const struct target *target, const struct test *test)
{
	static const char *const keys[] = {"setup", "pre", "post", "teardown", "preamble",
	    "cflags", "ldflags", "compile", "top_preamble", "top_cflags", "top_ldflags"};
	static const char *const command_keys[] = {"stdin", "status", "once", "empty"};
	size_t i;

	for (i = 0; i < sizeof keys / sizeof *keys && target_has_code(target, test); i++) {
		check_key(target, test, keys[i]);
		if (!tests->language)
			check_plain_key(test, keys[i]);
	}
	if (target_has_code(target, test))
		check_words(target, test);
	for (i = 0; i < sizeof command_keys / sizeof *command_keys; i++)
		check_command_key(target, test, command_keys[i]);
}

void
applicable_check(
    struct tests *tests, struct targets *targets, const struct languages *languages)
{
	size_t i, k;

	for (i = 0; i < tests->n; i++)
		check_suffixes(&tests->v[i], languages);
	settle_plain(tests, targets);
	for (i = 0; i < targets->n; i++)
		for (k = 0; k < tests->n; k++)
			check_keys(tests, &targets->v[i], &tests->v[k]);
}

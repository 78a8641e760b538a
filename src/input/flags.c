#include <ctype.h>
#include <string.h>

#include "input/flags.h"
#include "input/placeholder.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/paths.h"
#include "util/words.h"

/* The directory of cgbench's headers, or "." if they are not installed; NULL if none of the
   words needs it: to find it takes a dozen system calls. The caller frees. */
static char *
include_dir(const struct words *words)
{
	char *path;

	if (!words_contain(words, "{include}"))
		return NULL;
	path = paths_headers();
	return path ? path : memory_copy(".");
}

/* Adds the words with {label}, {put}, {include} and, unless dir is NULL, {dir} filled in. */
static void
flags_fill_words(
    struct words *filled, const struct words *words, const struct put *put, const char *dir)
{
	OWNED char *include = include_dir(words);
	const char *values[] = {put->label, file_base(put->exe), include, dir};
	const struct words of[] = {{.v = (char **)&values[0], .n = 1},
	    {.v = (char **)&values[1], .n = 1},
	    {.v = (char **)&values[2], .n = include != NULL},
	    {.v = (char **)&values[3], .n = 1}};
	const struct placeholder placeholders[] = {{"label", &of[0]}, {"put", &of[1]},
	    {"include", &of[2]}, {dir ? "dir" : NULL, &of[3]}, {NULL, NULL}};

	placeholder_fill(filled, words, placeholders);
}

static void
flags_split(struct words *words, const struct test *test, enum part_kind kind,
    const char *language, bool plain)
{
	if (plain || kind != PART_SOURCES)
		words_split(words, part_text(test_top(test, kind)));
	words_split(words, part_text(test_part_for(test, kind, language, plain)));
}

/* The length of the name in the braces at s, "{name}"; 0: these are not braces with a name. */
static size_t
braced(const char *s)
{
	size_t n = 0;

	while (isalpha((unsigned char)s[1 + n]) || (n && strchr("_-", s[1 + n]) && s[1 + n]))
		n++;
	return s[1 + n] == '}' ? n : 0;
}

/* is_code: braces may be meant for the compiler. */
static void
check_name(const char *word, const char *name, bool is_code, const char *where)
{
	static const char *const known[] = {"dir", "include", "label", "put", NULL};
	const char *near = words_guess(name, known);

	if (words_include(known, name))
		return;
	if (near)
		message_die(STATUS_USAGE, "%s: {%s} has no meaning in '%s'; did you mean {%s}?",
		    where, name, word, near);
	if (!is_code)
		message_die(STATUS_USAGE,
		    "%s: {%s} has no meaning in '%s'; the names in braces are {dir}, "
		    "{include}, {label} and {put}",
		    where, name, word);
}

/* "${NAME}" and "%{name}" are for the linker and for gcc's specs. */
static void
check_word(const char *word, bool is_code, const char *where)
{
	for (const char *s = word; (s = strchr(s, '{')); s++) {
		size_t n = braced(s);
		OWNED char *name = NULL;

		if (!n || (s > word && strchr("$%", s[-1])))
			continue;
		name = memory_copy_n(s + 1, n);
		check_name(word, name, is_code, where);
	}
}

void
flags_check(const struct words *words, const char *where)
{
	for (size_t i = 0; i < words->n; i++) {
		const char *word = words->v[i];
		bool is_value = i && !strcmp(words->v[i - 1], "-D");

		check_word(word, is_value || text_begins(word, "-D"), where);
	}
}

void
flags_add_top(struct test *test, const char *key, const char *word)
{
	const struct part *part = test_find(test, key);
	FREED_BY(words_free) struct words words = WORDS_EMPTY;
	struct text t = TEXT_EMPTY;

	words_split(&words, part_text(part));
	words_add(&words, word);
	words_quote(&words, &t);
	test_set(test, key, text_take(&t), 0);
}

void
flags_add_named(struct words *words, const struct test *test, enum part_kind kind,
    const struct put *put, const char *language, bool plain)
{
	FREED_BY(words_free) struct words own = WORDS_EMPTY;

	flags_split(&own, test, kind, language, plain);
	flags_fill_words(words, &own, put, NULL);
}

void
flags_add(struct words *words, const struct target *target, const struct test *test,
    enum part_kind kind)
{
	FREED_BY(words_free) struct words own = WORDS_EMPTY;

	flags_split(&own, test, kind, target->language->name, target->plain);
	if (own.n)
		flags_fill(words, &own, target, test);
}

void
flags_fill(struct words *filled, const struct words *words, const struct target *target,
    const struct test *test)
{
	flags_fill_words(filled, words, target->put, flags_dir(test));
}

const char *
flags_dir(const struct test *test)
{
	return test && test->dir ? test->dir : ".";
}

char *
flags_locate(const char *path, const struct test *test)
{
	return *path == '/' ? memory_copy(path) : text_print("%s/%s", flags_dir(test), path);
}

#include <stdlib.h>
#include <string.h>

#include "input/flags.h"
#include "input/placeholder.h"
#include "util/memory.h"
#include "util/file.h"

/* Adds the words with {label}, {put} and, unless dir is NULL, {dir} filled in. */
static void
fill(struct words *filled, const struct words *words, const struct put *put, const char *dir)
{
	struct words of_label = WORDS_EMPTY, of_put = WORDS_EMPTY, of_dir = WORDS_EMPTY;
	const struct placeholder placeholders[] = {{"label", &of_label}, {"put", &of_put},
	    {dir ? "dir" : NULL, &of_dir}, {NULL, NULL}};

	words_add(&of_label, put->label);
	words_add(&of_put, file_base(put->exe));
	if (dir)
		words_add(&of_dir, dir);
	placeholder_fill(filled, words, placeholders);
	words_free(&of_label);
	words_free(&of_put);
	words_free(&of_dir);
}

static void
split(struct words *words, const struct test *test, enum part_kind kind, const char *language,
    bool plain)
{
	words_split(words, part_text(test_top(test, kind)));
	words_split(words, part_text(test_part_for(test, kind, language, plain)));
}

void
flags_add_named(struct words *words, const struct test *test, enum part_kind kind,
    const struct put *put, const char *language, bool plain)
{
	struct words own = WORDS_EMPTY;

	split(&own, test, kind, language, plain);
	fill(words, &own, put, NULL);
	words_free(&own);
}

void
flags_add(struct words *words, const struct target *target, const struct test *test,
    enum part_kind kind)
{
	struct words own = WORDS_EMPTY;

	split(&own, test, kind, target->language->name, target->plain);
	if (own.n)
		flags_fill(words, &own, target, test);
	words_free(&own);
}

void
flags_fill(struct words *filled, const struct words *words, const struct target *target,
    const struct test *test)
{
	char *dir = flags_dir(test);

	fill(filled, words, target->put, dir);
	free(dir);
}

char *
flags_dir(const struct test *test)
{
	const char *file = test && test->file ? test->file : "";
	char *path = realpath(file, NULL), *dir = file_parent(path ? path : file);

	free(path);
	return dir;
}

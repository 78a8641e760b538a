#include <string.h>

#include "input/build_flags.h"
#include "input/flags.h"
#include "util/array.h"
#include "util/file.h"
#include "util/jsonfile.h"

/* A build is read once and kept to the end, like the file that it is from. */
struct build {
	char *path;
	bool all;
	struct words files;  /* their real paths */
	struct words *flags; /* of each */
};

static struct build *builds;
static size_t build_count;

/* Options with a value, which may be the next word. Those of the first row name a path. */
static const char *const with_value[] = {"-isystem", "-iquote", "-idirafter", "-I", "-include",
    "-imacros", "-D", "-U", "-o", "-MF", "-MT", "-MQ"};
enum { PATHS = 6 };

/* These decide what a source means. */
static const char meaning[] =
    "-i* -I* -D* -U* -std=* -ansi -m* -pthread -fno-strict-aliasing -fwrapv -fsigned-char "
    "-funsigned-char -fshort-* -fno-exceptions -fno-rtti -fms-extensions -fgnu89-inline -fcommon "
    "-ffreestanding -fno-builtin*";
/* These make other files, say more, or depend on the host. */
static const char never[] = "-c -o* -M* -g* -Werror* -march=native -mtune=* -save-temps*";

/* Adds an argument of a command that runs in dir, unless a build alone needs it. */
static void
take_flag(struct words *flags, const char *word, const char *dir, bool all)
{
	size_t i = 0, n;

	if (text_is_one_of(word, strlen(word), never) ||
	    !text_is_one_of(word, strlen(word), all ? "-*" : meaning))
		return;
	while (i < PATHS && !text_begins(word, with_value[i]))
		i++;
	n = i < PATHS ? strlen(with_value[i]) : 0;
	if (n && word[n] != '/')
		words_take(flags, text_print("%s%s/%s", with_value[i], dir, word + n));
	else
		words_add(flags, word);
}

/* An entry is {"directory": DIR, "file": FILE, "command": TEXT}, or has "arguments": [WORD...]
   for the command. */
static void
read_entry(struct build *build, struct jsonfile *f, const json_t *entry)
{
	const char *dir = json_string_value(json_object_get(entry, "directory"));
	const char *file = json_string_value(json_object_get(entry, "file"));
	const char *command = json_string_value(json_object_get(entry, "command"));
	const json_t *list = json_object_get(entry, "arguments");
	FREED_BY(words_free) struct words argv = WORDS_EMPTY;
	OWNED char *path = NULL, *real = NULL;

	for (size_t i = 0;
	     i < json_array_size(list) && json_string_value(json_array_get(list, i)); i++)
		words_add(&argv, json_string_value(json_array_get(list, i)));
	if (!dir || !file || (command && !words_split(&argv, command)) || !argv.n)
		jsonfile_wrong(f, "lacks 'directory', 'file' or 'command'");
	path = *file == '/' ? memory_copy(file) : text_print("%s/%s", dir, file);
	real = file_real(path);
	/* A file that is not there cannot be compiled; the first of two entries counts. */
	if (!real || words_find(&build->files, real) < build->files.n)
		return;
	words_intern(&build->files, real);
	build->flags = memory_resize(build->flags, build->files.n, sizeof *build->flags);
	build->flags[build->files.n - 1] = (struct words)WORDS_EMPTY;
	for (size_t i = 1; i < argv.n && argv.v[i]; i++) {
		OWNED char *joined = NULL;
		const char *word = argv.v[i];

		for (size_t k = 0; k < COUNTOF(with_value) && !joined && argv.v[i + 1]; k++)
			if (!strcmp(word, with_value[k]))
				joined = text_print("%s%s", word, argv.v[++i]);
		take_flag(
		    &build->flags[build->files.n - 1], joined ? joined : word, dir, build->all);
	}
}

static const struct build *
build_read(const char *path, bool all)
{
	struct jsonfile f = {0};
	struct build build = {.all = all};

	ARRAY_EACH(const struct build, known, builds, build_count)
		if (!strcmp(known->path, path) && known->all == all)
			return known;
	build.path = memory_copy(path);
	jsonfile_open(&f, path);
	for (struct walk w = walk_open(&f, f.json, '['); walk_next(&w);)
		read_entry(&build, &f, w.value);
	jsonfile_free(&f);
	*ARRAY_ADD(builds, build_count) = build;
	return &builds[build_count - 1];
}

bool
build_flags_given(const struct target *target, const struct test *test)
{
	FREED_BY(words_free) struct words named = WORDS_EMPTY;

	flags_add(&named, target, test, PART_FLAGS);
	return named.n;
}

bool
build_flags_add(
    struct words *words, const struct target *target, const struct test *test, const char *file)
{
	FREED_BY(words_free) struct words named = WORDS_EMPTY;
	OWNED char *path = NULL, *real = NULL;
	const struct build *build;
	bool all;
	size_t i;

	flags_add(&named, target, test, PART_FLAGS);
	if (!named.n)
		return true;
	all = named.n > 1 && !strcmp(named.v[named.n - 1], "all");
	path = flags_locate(named.v[named.n - 1 - all], test);
	build = build_read(path, all);
	real = file_real(file);
	i = real ? words_find(&build->files, real) : build->files.n;
	if (words && i < build->files.n)
		words_add_all(words, &build->flags[i]);
	return i < build->files.n;
}

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "measure/compile/includes.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/text.h"
#include "util/array.h"

static bool
includes_is_file(const char *path)
{
	struct stat status;

	return !stat(path, &status) && S_ISREG(status.st_mode);
}

/* The file of that name, or NULL; the caller frees. */
static char *
includes_locate(const char *name, const char *beside, const struct words *dirs)
{
	if (*name == '/')
		return includes_is_file(name) ? memory_copy(name) : NULL;
	for (size_t i = beside ? 0 : 1; i <= dirs->n; i++) {
		char *path = text_print("%s/%s", i ? dirs->v[i - 1] : beside, name);

		if (includes_is_file(path))
			return path;
		free(path);
	}
	return NULL;
}

void
includes_add(struct words *files, struct words *lost, char *path, const struct words *dirs)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	OWNED char *beside = NULL;

	if (words_find(files, path) < files->n) {
		free(path);
		return;
	}
	words_take(files, path);
	if (!file_read(path, &t) || !t.s)
		return;
	beside = file_parent(path);
	includes_find(files, lost, t.s, beside, dirs);
}

/* The name in the line at s, "#include "NAME"" or "#include <NAME>"; NULL if it is another
   line. The caller frees. */
static char *
includes_included(const char *s, bool *quoted)
{
	static const char word[] = "include";
	size_t n;

	s += strspn(s, " \t");
	if (*s++ != '#')
		return NULL;
	s += strspn(s, " \t");
	if (!text_begins(s, word))
		return NULL;
	s += sizeof word - 1;
	s += strspn(s, " \t");
	if (*s != '"' && *s != '<')
		return NULL;
	*quoted = *s == '"';
	n = strcspn(s + 1, *quoted ? "\"\n" : ">\n");
	return memory_copy_n(s + 1, n);
}

void
includes_find(struct words *files, struct words *lost, const char *text, const char *beside,
    const struct words *dirs)
{
	for (const char *s = text; *s; s += strcspn(s, "\n"), s += *s == '\n') {
		bool quoted = false;
		OWNED char *name = includes_included(s, &quoted);
		char *path = name ? includes_locate(name, quoted ? beside : NULL, dirs) : NULL;

		if (path)
			includes_add(files, lost, path, dirs);
		else if (name && quoted)
			words_add(lost, name);
	}
}

/* A name that an option gives, and its place. Start from {0}. */
struct included {
	size_t option;
	size_t next;  /* the word to go on with */
	size_t word;  /* its index in the command */
	size_t begin; /* in the word */
};

/* Ended by NULL; those of directories in the order in which compilers search. */
static const char *const dir_options[] = {"-iquote", "-I", "-isystem", "-idirafter", NULL};
static const char *const file_options[] = {"-imacros", "-include", NULL};

/* Finds what the next option names: "-I DIR" or "-IDIR". */
static bool
next_named(const struct words *command, const char *const *options, struct included *named)
{
	for (; options[named->option]; named->option++, named->next = 0)
		while (named->next < command->n) {
			const char *option = options[named->option];
			size_t n = strlen(option);

			named->word = named->next++;
			if (strncmp(command->v[named->word], option, n) != 0)
				continue;
			named->begin = command->v[named->word][n] ? n : 0;
			if (!named->begin)
				named->word = named->next++;
			if (named->word < command->n)
				return true;
		}
	return false;
}

void
includes_dirs(struct words *dirs, const struct words *command)
{
	struct included named = {0};

	while (next_named(command, dir_options, &named))
		words_add(dirs, command->v[named.word] + named.begin);
}

void
includes_forced(struct words *files, struct words *lost, const struct words *command,
    const struct words *dirs)
{
	struct included named = {0};

	while (next_named(command, file_options, &named)) {
		char *path = includes_locate(command->v[named.word] + named.begin, NULL, dirs);

		if (path)
			includes_add(files, lost, path, dirs);
	}
}

void
includes_move(struct words *command, const char *dir)
{
	struct included named = {0};

	while (next_named(command, dir_options, &named))
		words_replace(command, named.word,
		    text_print("%.*s%s", (int)named.begin, command->v[named.word], dir));
}

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "measure/build/includes.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/text.h"
#include "util/array.h"

static bool
is_file(const char *path)
{
	struct stat status;

	return !stat(path, &status) && S_ISREG(status.st_mode);
}

/* The file of that name, or NULL; the caller frees. */
static char *
locate(const char *name, const char *beside, const struct words *dirs)
{
	char *path = beside ? text_print("%s/%s", beside, name) : NULL;
	size_t i;

	for (i = 0; i < dirs->n && !(path && is_file(path)); i++) {
		free(path);
		path = text_print("%s/%s", dirs->v[i], name);
	}
	if (path && is_file(path))
		return path;
	free(path);
	return NULL;
}

/* Adds a file, unless it is there, with what it includes. Takes ownership of the path. */
static void
add(struct words *files, struct words *lost, char *path, const struct words *dirs)
{
	struct text t = TEXT_EMPTY;
	char *beside;
	size_t i;

	for (i = 0; i < files->n; i++)
		if (!strcmp(files->v[i], path)) {
			free(path);
			return;
		}
	words_take(files, path);
	if (!file_read(path, &t) || !t.s)
		return;
	beside = file_parent(path);
	includes_find(files, lost, t.s, beside, dirs);
	free(beside);
	text_free(&t);
}

/* The name in the line at s, "#include "NAME"" or "#include <NAME>"; NULL if it is another
   line. The caller frees. */
static char *
included(const char *s, bool *quoted)
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
	const char *s;

	for (s = text; *s; s += strcspn(s, "\n"), s += *s == '\n') {
		bool quoted = false;
		char *name = included(s, &quoted);
		char *path = name ? locate(name, quoted ? beside : NULL, dirs) : NULL;

		if (path)
			add(files, lost, path, dirs);
		else if (name && quoted)
			words_add(lost, name);
		free(name);
	}
}

/* The directory that an option names, and where it is. */
struct named_dir {
	size_t word;  /* its index in the command */
	size_t begin; /* in the word */
};

/* Finds the directory of the next such option from word i on: "-I DIR" or "-IDIR". */
static bool
next_dir(const struct words *command, const char *option, size_t i, struct named_dir *named)
{
	size_t n = strlen(option);

	for (; i < command->n; i++) {
		if (strncmp(command->v[i], option, n) != 0)
			continue;
		if (command->v[i][n]) {
			*named = (struct named_dir){i, n};
			return true;
		}
		if (i + 1 < command->n) {
			*named = (struct named_dir){i + 1, 0};
			return true;
		}
	}
	return false;
}

/* In the order in which compilers search. */
static const char *const options[] = {"-iquote", "-I", "-idirafter"};
enum { OPTIONS = COUNTOF(options) };

void
includes_dirs(struct words *dirs, const struct words *command)
{
	struct named_dir named;
	size_t option, i;

	for (option = 0; option < OPTIONS; option++)
		for (i = 0; next_dir(command, options[option], i, &named); i = named.word + 1)
			words_add(dirs, command->v[named.word] + named.begin);
}

void
includes_move(struct words *command, const char *dir)
{
	struct named_dir named;
	size_t option, i;

	for (option = 0; option < OPTIONS; option++)
		for (i = 0; next_dir(command, options[option], i, &named); i = named.word + 1) {
			char **word = &command->v[named.word], *now;

			now = text_print("%.*s%s", (int)named.begin, *word, dir);
			free(*word);
			*word = now;
		}
}

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "measure/includes.h"
#include "util/file.h"
#include "util/memory.h"

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
	if (strncmp(s, word, sizeof word - 1))
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

void
includes_dirs(struct words *dirs, const struct words *command)
{
	size_t i;

	for (i = 0; i < command->n; i++) {
		const char *word = command->v[i];

		if (!strcmp(word, "-I") && i + 1 < command->n)
			words_add(dirs, command->v[++i]);
		else if (!strncmp(word, "-I", 2) && word[2])
			words_add(dirs, word + 2);
	}
}

void
includes_move(struct words *command, const char *dir)
{
	size_t i;

	for (i = 0; i < command->n; i++) {
		char **word = &command->v[i];
		bool next = !strcmp(*word, "-I");

		if (next && ++i < command->n)
			word = &command->v[i];
		else if (next || strncmp(*word, "-I", 2))
			continue;
		free(*word);
		*word = text_print("%s%s", next ? "" : "-I", dir);
	}
}

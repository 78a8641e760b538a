#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "input/annotated/annotated.h"
#include "input/benchfile.h"
#include "input/benchfiles.h"
#include "util/message.h"
#include "util/text.h"

static bool
is_directory(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* Whether the file of that name in a directory is a benchfile or an annotated source. */
static bool
is_benchfile(const char *name, const char *path)
{
	static const char suffix[] = ".bench";
	size_t n = strlen(name), least = sizeof suffix - 1;
	struct stat st;

	/* Reading a pipe would wait for its writer. A dangling link is read, and refused. */
	if (name[0] == '.' || (!stat(path, &st) && !S_ISREG(st.st_mode)))
		return false;
	return (n > least && !strcmp(name + n - least, suffix)) || annotated_is_marked(path);
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
add_directory(struct words *files, const char *path)
{
	const char *slash = path[strlen(path) - 1] == '/' ? "" : "/";
	size_t before = files->n;
	const struct dirent *entry;
	DIR *dir = opendir(path);

	if (!dir)
		message_die(STATUS_USAGE, "--benchfile=%s: cannot read the directory: %s", path,
		    strerror(errno));
	while ((entry = readdir(dir))) {
		char *file = text_print("%s%s%s", path, slash, entry->d_name);

		if (is_benchfile(entry->d_name, file))
			words_add(files, file);
		free(file);
	}
	closedir(dir);
	if (files->n == before)
		message_die(STATUS_USAGE,
		    "--benchfile=%s: the directory has no benchfile: no file in it is named "
		    "*.bench or is an annotated source",
		    path);
	qsort(files->v + before, files->n - before, sizeof *files->v, by_name);
}

void
benchfiles_find(struct words *files, const struct words *paths)
{
	size_t i;

	for (i = 0; i < paths->n; i++) {
		if (is_directory(paths->v[i]))
			add_directory(files, paths->v[i]);
		else
			words_add(files, paths->v[i]);
	}
}

void
benchfiles_read(struct tests *tests, const struct words *paths, const struct words *params)
{
	struct words files = WORDS_EMPTY;
	size_t i;

	benchfiles_find(&files, paths);
	for (i = 0; i < files.n; i++)
		benchfile_read(tests, files.v[i], params);
	words_free(&files);
}

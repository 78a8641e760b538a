#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/history_files.h"
#include "cli/option.h"
#include "util/memory.h"
#include "util/message.h"

static bool
is_run(const char *path, const char *name)
{
	size_t n = strlen(name), suffix = strlen(".json");
	struct stat st;

	return name[0] != '.' && n > suffix && !strcmp(name + n - suffix, ".json") &&
	       !stat(path, &st) && S_ISREG(st.st_mode);
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
list(struct words *files, const char *path)
{
	size_t n = strlen(path);
	const struct dirent *entry;
	DIR *dir = opendir(path);

	if (!dir && errno == ENOTDIR)
		message_die(STATUS_USAGE,
		    "--history=%s is not a directory; to show files, name them after the "
		    "options, as in cgbench --history %s",
		    path, path);
	if (!dir)
		message_die(STATUS_FAILURE, "--history=%s: cannot read the directory: %s", path,
		    strerror(errno));
	while ((entry = readdir(dir))) {
		char *file =
		    text_print("%s%s%s", path, path[n - 1] == '/' ? "" : "/", entry->d_name);

		if (is_run(file, entry->d_name))
			words_add(files, file);
		free(file);
	}
	closedir(dir);
	if (!files->n)
		message_die(STATUS_FAILURE,
		    "--history=%s: the directory has no saved runs: no file in it is named "
		    "*.json",
		    path);
	qsort(files->v, files->n, sizeof *files->v, by_name);
}

/* Returns true if both name one regular file. */
static bool
is_same(const char *a, const char *b)
{
	struct stat x, y;

	if (!strcmp(a, b))
		return true;
	return !stat(a, &x) && !stat(b, &y) && S_ISREG(x.st_mode) && x.st_dev == y.st_dev &&
	       x.st_ino == y.st_ino;
}

static void
check(const struct words *files, const char *word)
{
	struct stat st;
	size_t i;

	if (stat(word, &st) && option_is(word))
		message_die(STATUS_USAGE,
		    "option %s comes after a file: --history takes options before files", word);
	if (!stat(word, &st) && S_ISDIR(st.st_mode))
		message_die(STATUS_USAGE,
		    "'%s' is a directory; to show the runs in it, use --history=%s", word,
		    word);
	for (i = 0; i < files->n; i++)
		if (is_same(files->v[i], word))
			message_die(STATUS_USAGE,
			    "--history: the run '%s' is given twice%s%s%s", word,
			    strcmp(files->v[i], word) ? ", first as '" : "",
			    strcmp(files->v[i], word) ? files->v[i] : "",
			    strcmp(files->v[i], word) ? "'" : "");
}

void
history_files_find(struct options *o, int n, char **words)
{
	int i;

	if (o->history_dir && n)
		message_die(STATUS_USAGE,
		    "--history=%s shows the runs of that directory: '%s' cannot be combined "
		    "with it",
		    o->history_dir, words[0]);
	if (o->history_dir)
		list(&o->history_files, o->history_dir);
	for (i = 0; i < n; i++) {
		check(&o->history_files, words[i]);
		words_add(&o->history_files, words[i]);
	}
}

/* A run and what it is ordered by; position is that of its file. */
struct place {
	int64_t committed, date;
	size_t position;
};

static int
compare(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

/* Runs of the same commit follow each other as they were measured. */
static int
by_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	int order = compare(x->committed, y->committed);

	if (!order)
		order = compare(x->date, y->date);
	return order ? order : compare((int64_t)x->position, (int64_t)y->position);
}

/* Sets what the places are ordered by. Returns what that is. */
static const char *
weigh(struct place *places, size_t n)
{
	bool committed = true, date = true;
	size_t i;

	for (i = 0; i < n; i++) {
		committed &= places[i].committed != 0;
		date &= places[i].date != 0;
	}
	for (i = 0; i < n; i++) {
		if (!committed)
			places[i].committed = 0;
		if (!date)
			places[i].date = 0;
	}
	return committed ? "the dates of their commits"
	       : date    ? "when they were measured"
	                 : "name";
}

/* Adds the runs from position on that could not be read. Returns the new length. */
static size_t
add_wrong(size_t *order, size_t n, const struct recorder *recorder, size_t position)
{
	for (; position < recorder_count(recorder) && recorder_run(recorder, position)->wrong;
	     position++)
		order[n++] = position;
	return n;
}

size_t *
history_files_order(const struct recorder *recorder, const struct options *o, const char **how)
{
	size_t count = recorder_count(recorder), n = 0, i, *order;
	struct place *places = memory_new((count + 1) * sizeof *places);

	for (i = 0; i < count; i++) {
		const struct history_run *run = recorder_run(recorder, i);

		if (!run->wrong)
			places[n++] =
			    (struct place){run->provenance.committed, run->provenance.date, i};
	}
	*how = "their order on the command line";
	if (o->history_dir) {
		*how = weigh(places, n);
		qsort(places, n, sizeof *places, by_place);
	}
	order = memory_new((count + 1) * sizeof *order);
	count = n;
	n = add_wrong(order, 0, recorder, 0);
	for (i = 0; i < count; i++) {
		order[n++] = places[i].position;
		n = add_wrong(order, n, recorder, places[i].position + 1);
	}
	free(places);
	return order;
}

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/history_inputs.h"
#include "cli/option_table.h"
#include "process/git.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/text.h"

static bool
is_run(const char *name)
{
	return name[0] != '.' && text_ends(name, ".json");
}

/* scripts/history leaves it for a commit that cannot be measured. */
static bool
is_unmeasured(const char *name)
{
	size_t digits = strspn(name, "0123456789abcdef");

	return (digits == 40 || digits == 64) && !strcmp(name + digits, ".failed");
}

static bool
is_file(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode);
}

static void
list(struct words *files, struct words *unmeasured, const char *path)
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

		if (is_run(entry->d_name) && is_file(file))
			words_add(files, file);
		if (is_unmeasured(entry->d_name) && is_file(file))
			words_add(unmeasured, file);
		free(file);
	}
	closedir(dir);
	if (!files->n)
		message_die(STATUS_FAILURE,
		    "--history=%s: the directory has no saved runs: no file in it is named "
		    "*.json",
		    path);
	words_sort(files, 0);
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
history_inputs_find(struct options *o, int n, char **words)
{
	int i;

	if (o->history_dir && n)
		message_die(STATUS_USAGE,
		    "--history=%s shows the runs of that directory: '%s' cannot be combined "
		    "with it",
		    o->history_dir, words[0]);
	if (o->history_dir)
		list(&o->history_files, &o->unmeasured, o->history_dir);
	for (i = 0; i < n; i++) {
		check(&o->history_files, words[i]);
		words_add(&o->history_files, words[i]);
	}
}

/* A run and what it is ordered by; position: of its file. */
struct place {
	const struct provenance *of;
	int64_t rank, date;
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
	int order = compare(x->rank, y->rank);

	if (!order)
		order = compare(x->date, y->date);
	return order ? order : compare((int64_t)x->position, (int64_t)y->position);
}

/* Ranks the places as git knows their commits. Returns false if it does not know all. */
static bool
rank_by_git(struct place *places, size_t n, unsigned timeout)
{
	struct words commits = WORDS_EMPTY;
	size_t *ranks = memory_new((n + 1) * sizeof *ranks), i;
	bool ranked = true;

	for (i = 0; i < n && ranked; i++) {
		ranked = places[i].of->commit != NULL;
		if (ranked)
			words_add(&commits, places[i].of->commit);
	}
	ranked = ranked && git_order(&commits, timeout, ranks);
	for (i = 0; i < n && ranked; i++)
		places[i].rank = (int64_t)ranks[i];
	words_free(&commits);
	free(ranks);
	return ranked;
}

/* Ranks the places by the dates of their commits, or dates them by when they were measured.
   Returns false if not all have such a date. */
static bool
order_by_dates(struct place *places, size_t n, bool commits)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!(commits ? places[i].of->committed : places[i].of->date))
			return false;
	for (i = 0; i < n; i++)
		if (commits)
			places[i].rank = places[i].of->committed;
		else
			places[i].date = places[i].of->date;
	return true;
}

/* Sets what the places are ordered by. Returns what that is. */
static const char *
weigh(struct place *places, size_t n, unsigned timeout)
{
	bool dated = order_by_dates(places, n, false);

	if (rank_by_git(places, n, timeout))
		return "git";
	if (order_by_dates(places, n, true))
		return "the dates of their commits";
	return dated ? "when they were measured" : "name";
}

/* Files are often named by a pattern, which a shell sorts by name. Steps would then be those
   between any two commits. */
static void
note_disorder(struct place *places, size_t n, const struct recorder *recorder)
{
	bool ranked = order_by_dates(places, n, true), dated = order_by_dates(places, n, false);
	size_t i;

	for (i = 1; i < n && (ranked || dated); i++)
		if (by_place(&places[i - 1], &places[i]) > 0) {
			message_warn("--history: %s is older than %s before it; runs are shown "
			             "as they are named, but --history=DIR orders them",
			    recorder->runs[places[i].position].run.file,
			    recorder->runs[places[i - 1].position].run.file);
			return;
		}
}

/* Adds the runs from position on that could not be read. Returns the new length. */
static size_t
add_unread(size_t *order, size_t n, const struct recorder *recorder, size_t position)
{
	for (; position < recorder->run_count; position++) {
		const struct history_run *run = &recorder->runs[position].run;

		if (!run->wrong || run->provenance.commit)
			break;
		order[n++] = position;
	}
	return n;
}

/* Adds places for the runs that have counts, or for those of commits that have none. Returns
   the new length. */
static size_t
add_places(struct place *places, size_t n, const struct recorder *recorder, bool counts)
{
	size_t i;

	for (i = 0; i < recorder->run_count; i++) {
		const struct history_run *run = &recorder->runs[i].run;

		if (counts ? !run->wrong : run->wrong && run->provenance.commit)
			places[n++] = (struct place){.of = &run->provenance, .position = i};
	}
	return n;
}

/* Sorts the n places of a directory. Only git knows where commits without counts belong;
   otherwise they are left out. Returns how many places there are then. */
static size_t
sort(struct place *places, size_t n, const struct recorder *recorder, unsigned timeout,
    const char **how)
{
	size_t all = add_places(places, n, recorder, false);

	*how = weigh(places, n, timeout);
	if (all > n && rank_by_git(places, all, timeout))
		n = all;
	qsort(places, n, sizeof *places, by_place);
	return n;
}

size_t *
history_inputs_order(
    const struct recorder *recorder, const struct options *o, size_t *count, const char **how)
{
	size_t all = recorder->run_count, n, i, *order = memory_new((all + 1) * sizeof *order);
	struct place *places = memory_new((all + 1) * sizeof *places);

	n = add_places(places, 0, recorder, true);
	*how = "their order on the command line";
	if (o->history_dir)
		n = sort(places, n, recorder, o->timeout, how);
	else
		note_disorder(places, n, recorder);
	*count = add_unread(order, 0, recorder, 0);
	for (i = 0; i < n; i++) {
		order[(*count)++] = places[i].position;
		*count = add_unread(order, *count, recorder, places[i].position + 1);
	}
	free(places);
	return order;
}

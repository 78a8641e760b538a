#include <stdlib.h>
#include <string.h>

#include "history/run_names.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/text.h"

/* As many digits as git shows at least; more if commits of the history have those in common. */
enum { LEAST = 7 };

static char *
base_of(const char *file)
{
	const char *base = file_base(file);
	size_t n = strlen(base), suffix = strlen(".json");

	return memory_copy_n(base, n > suffix && text_ends(base, ".json") ? n - suffix : n);
}

/* Returns true if no other run has a commit that begins with the same n digits. */
static bool
is_unique(const struct history_run *runs, size_t count, size_t run, size_t n)
{
	const char *commit = runs[run].provenance.commit, *other;
	size_t i;

	for (i = 0; i < count; i++) {
		other = runs[i].provenance.commit;
		if (i != run && other && !strncmp(commit, other, n))
			return false;
	}
	return true;
}

/* NULL: the run has no commit, or another run has the same one. */
static char *
commit_name(const struct history_run *runs, size_t count, size_t run)
{
	const char *commit = runs[run].provenance.commit;
	size_t n, all = commit ? strlen(commit) : 0;

	for (n = LEAST; n <= all; n++)
		if (is_unique(runs, count, run, n))
			return memory_copy_n(commit, n);
	return NULL;
}

static bool
is_taken(const struct history_run *runs, size_t count, size_t run)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (i != run && !strcmp(runs[i].name, runs[run].name))
			return true;
	return false;
}

void
run_names_make(struct history_run *runs, size_t n)
{
	bool *taken = memory_new((n + 1) * sizeof *taken);
	size_t i;

	for (i = 0; i < n; i++) {
		runs[i].name = commit_name(runs, n, i);
		if (!runs[i].name)
			runs[i].name = base_of(runs[i].file);
	}
	for (i = 0; i < n; i++)
		taken[i] = is_taken(runs, n, i);
	for (i = 0; i < n; i++) {
		if (!taken[i])
			continue;
		free(runs[i].name);
		runs[i].name = memory_copy(runs[i].file);
	}
	free(taken);
}

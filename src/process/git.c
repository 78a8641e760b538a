#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process/git.h"
#include "process/jobs.h"
#include "util/date.h"
#include "util/file.h"
#include "util/memory.h"

/* Hooks and "git rebase --exec" set these for a repository that need not be the one of the
   current directory. "git rev-parse --local-env-vars" lists them; those with settings are kept,
   because they may allow git to read the directory at all. */
static const char *const foreign[] = {"GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR",
    "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE", "GIT_PREFIX", "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE",
    "GIT_INTERNAL_SUPER_PREFIX", "GIT_IMPLICIT_WORK_TREE", NULL};

/* git may only read: it must not lock the index, which the user's own git may
   need, ask for a password, or fetch what a partial clone lacks. */
static void
git_add_env(struct words *env)
{
	for (char **variable = environ; *variable; variable++) {
		OWNED char *name = memory_copy_n(*variable, strcspn(*variable, "="));

		if (!words_include(foreign, name) && strncmp(name, "GIT_TRACE", 9) != 0)
			words_add(env, *variable);
	}
	words_set_variable(env, "GIT_OPTIONAL_LOCKS=0");
	words_set_variable(env, "GIT_TERMINAL_PROMPT=0");
	words_set_variable(env, "GIT_NO_LAZY_FETCH=1");
}

/* Runs "git ARGS", and frees args. Returns what it printed, on whatever descriptor, or NULL if
   it did not succeed; the caller frees. */
static char *
git_run(char *args, unsigned timeout)
{
	struct command command = {.timeout = timeout};
	FREED_BY(outcome_free) struct outcome outcome = {0};
	char *git = file_find_executable("git"), *printed = NULL;

	if (git) {
		words_take(&command.argv, git);
		words_split(&command.argv, args);
		git_add_env(&command.env);
		jobs_run_one(&command, &outcome);
		if (!outcome.start_error && !outcome.overtime.limit && !outcome.status) {
			printed = outcome.output;
			outcome.output = NULL;
		}
	}
	free(args);
	return printed;
}

/* In a bare repository, and in .git, there is a commit but no work tree. */
static bool
git_is_inside(unsigned timeout)
{
	OWNED char *printed = git_run(memory_copy("rev-parse --is-inside-work-tree"), timeout);

	return printed && strstr(printed, "true\n");
}

/* Fills in everything but clean from
       commit 1f2e...
       1795402800 the subject
   before which git may have printed warnings. */
static void
parse_commit(struct provenance *provenance, const char *printed)
{
	const char *s = strstr(printed, "commit ");
	size_t digits;
	char *end;

	while (s && s > printed && s[-1] != '\n')
		s = strstr(s + 1, "commit ");
	if (!s)
		return;
	s += strlen("commit ");
	digits = strspn(s, "0123456789abcdef");
	if (digits < 40 || s[digits] != '\n')
		return;
	provenance->commit = memory_copy_n(s, digits);
	provenance->committed = strtoll(s + digits + 1, &end, 10);
	if (provenance->committed < 0 || provenance->committed > DATE_LAST)
		provenance->committed = 0;
	end += *end == ' ';
	provenance->subject = memory_copy_n(end, strcspn(end, "\n"));
}

/* Describes the commit that a revision names. */
static void
find_commit(struct provenance *provenance, const char *revision, unsigned timeout)
{
	OWNED char *printed = git_run(text_print("rev-list --max-count=1 --encoding=UTF-8 "
	                                         "'--format=tformat:%%ct %%s' %s --",
	                                  revision),
	    timeout);

	if (printed)
		parse_commit(provenance, printed);
}

/* " M src/text.c": two letters say how the file differs. Other lines are warnings. */
static bool
is_change(const char *line)
{
	static const char letters[] = " MTADRCU";

	return strspn(line, letters) > 2 && line[2] == ' ' &&
	       (line[0] != ' ' || line[1] != ' ');
}

/* Returns true if the files that git tracks are those of the commit. "git diff" would lock the
   index, and "git diff-index" not compare files that were only touched. */
static bool
is_clean(unsigned timeout)
{
	OWNED char *printed =
	    git_run(memory_copy("-c core.fsmonitor=false status --porcelain --no-renames "
	                        "--untracked-files=no --ignore-submodules=dirty"),
	        timeout);
	bool clean = printed;
	const char *line = printed;

	while (clean && *line) {
		clean = !is_change(line);
		line += strcspn(line, "\n");
		line += *line == '\n';
	}
	return clean;
}

void
git_ask(struct provenance *provenance, unsigned timeout)
{
	if (git_is_inside(timeout))
		find_commit(provenance, "HEAD", timeout);
	provenance->clean = provenance->commit && is_clean(timeout);
}

void
git_ask_again(struct provenance *provenance, unsigned timeout)
{
	FREED_BY(provenance_free) struct provenance now = {0};

	if (!provenance->clean)
		return;
	git_ask(&now, timeout);
	provenance->clean = now.clean && !strcmp(now.commit, provenance->commit);
}

/* Commits come from files that others may have written. */
static bool
is_commit(const char *s)
{
	size_t digits = strspn(s, "0123456789abcdef");

	return digits >= 40 && !s[digits];
}

static bool
are_commits(const struct words *words)
{
	size_t i = 0;

	while (i < words->n && is_commit(words->v[i]))
		i++;
	return i && i == words->n;
}

bool
git_tell(struct provenance *provenance, const char *commit, unsigned timeout)
{
	if (is_commit(commit))
		find_commit(provenance, commit, timeout);
	return provenance->commit != NULL;
}

/* The newest ancestor that all commits share; NULL: there is none. */
static char *
find_base(const char *commits, unsigned timeout)
{
	char *printed = git_run(text_print("merge-base --octopus %s", commits), timeout);

	if (printed && strspn(printed, "0123456789abcdef") >= 40)
		return printed;
	free(printed);
	return NULL;
}

/* The place of a commit in a list of lines that begin with commits, from 1; 0: none. */
static size_t
git_find_line(const char *lines, const char *commit)
{
	size_t place = 1, n = strlen(commit);

	for (; *lines; place++) {
		if (!strncmp(lines, commit, n))
			return place;
		lines += strcspn(lines, "\n");
		lines += *lines == '\n';
	}
	return 0;
}

/* The list ends before what all have in common, which may be one of them: the oldest. */
bool
git_order(const struct words *commits, unsigned timeout, size_t *rank)
{
	OWNED char *all = NULL, *base = NULL, *printed = NULL;
	bool known;

	if (!are_commits(commits))
		return false;
	all = words_join(commits, " ");
	base = find_base(all, timeout);
	printed = git_run(text_print("rev-list --topo-order --reverse %s %s%s --", all,
	                      base ? "--not " : "", base ? base : ""),
	    timeout);
	known = printed;
	for (size_t i = 0; i < commits->n && known; i++) {
		rank[i] = git_find_line(printed, commits->v[i]);
		known =
		    rank[i] || (base && !strncmp(base, commits->v[i], strlen(commits->v[i])));
	}
	return known;
}

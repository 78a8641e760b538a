#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measure/build/build.h"
#include "measure/build/link_probe.h"
#include "util/array.h"
#include "util/file.h"

/* Makes a linker print the path of each file that it reads. */
#define TRACE "-Wl,--trace"

static bool
is_script(const char *path)
{
	struct text start = TEXT_EMPTY;
	bool is = file_read_start(path, &start, 2) && start.n == 2 && !memcmp(start.s, "#!", 2);

	text_free(&start);
	return is;
}

/* Where a distribution installs compilers and libraries, its own and no user's. */
static bool
is_systems(const char *path)
{
	static const char *const dirs[] = {
	    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/libexec"};
	size_t i;

	for (i = 0; i < COUNTOF(dirs); i++)
		if (file_below(path, dirs[i]))
			return true;
	return false;
}

/* The path in a line, which is all of it; or, for a member of an archive, in parentheses:
       /usr/lib/x86_64-linux-gnu/crti.o
       (/usr/lib/x86_64-linux-gnu/libc.a)exit.o
   Links and ".." are resolved. Returns NULL if the line names no file; the caller frees. */
static char *
path_in(const char *line, size_t n)
{
	char *named = memory_copy_n(line, n), *path;

	if (*named == '(') {
		memmove(named, named + 1, n);
		named[strcspn(named, ")")] = '\0';
	}
	path = realpath(named, NULL);
	free(named);
	return path;
}

/* output: the linker's. Returns true if object is one of its files, and all others are the
   system's or below the directory dir. */
static bool
are_systems(const char *output, const char *object, const char *dir)
{
	bool found = false, all = true;
	const char *line;
	size_t n;

	for (line = output; *line; line += n + (line[n] == '\n')) {
		char *path;

		n = strcspn(line, "\n");
		path = path_in(line, n);
		if (path && !strcmp(path, object))
			found = true;
		else if (path && !file_below(path, dir))
			all = all && is_systems(path);
		free(path);
	}
	return found && all;
}

bool
link_probe_may_have_more(const struct target *target)
{
	return is_script(target->exe);
}

/* The linker prints its files before it finds that there is no test. */
bool
link_probe_has_more(struct run *run, const struct target *target)
{
	struct command command = {0};
	const struct words none = WORDS_EMPTY;
	struct words objects = WORDS_EMPTY;
	struct outcome outcome;
	char *program;
	bool more = false;

	if (!link_probe_may_have_more(target))
		return false;
	program = text_print("%s/none", run->tmp);
	words_add(&objects, TRACE);
	words_add(&objects, target->main_object);
	build_link(&command, target, NULL, &none, &objects, program, run->tmp);
	command.timeout = run->config->timeout;
	if (jobs_run(run->jobs, &command, &outcome)) {
		more = !are_systems(
		    outcome.output ? outcome.output : "", target->main_object, run->workdir);
		outcome_free(&outcome);
	}
	words_free(&objects);
	free(program);
	return more;
}

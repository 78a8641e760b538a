/* The directory of a run, and the order of its jobs. */

#include "played.h"

/* Makes a directory where TMPDIR is below the scratch directory, or what is given. */
static void
makes(const char *tmpdir, const char *want, const char *name)
{
	const char *path;

	if (tmpdir)
		setenv("TMPDIR", tmpdir, 1);
	else
		unsetenv("TMPDIR");
	path = run_make_workdir();
	ok(path && strlen(path) == 96 && text_begins(path, want) &&
	        strstr(path, "/cgbench-xxx") == path + strlen(want) && path[96 - 7] == '-',
	    "%s: %s", name, path ? path : "none");
	ok(path && !access(path, W_OK | X_OK), "%s: it is there", name);
	run_remove_workdir();
}

static void
test_workdir(void)
{
	char *file = text_print("%s/put", scratch_path), *far = text_print("%s/%075d", scratch_path, 0);
	OWNED char *linked = text_print("%s/linked", scratch_path);

	makes(scratch_path, scratch_path, "TMPDIR");
	makes("", "/tmp", "an empty one");
	if (mkdir(far, 0755) || symlink(scratch_path, linked))
		abort();
	makes(linked, scratch_path, "a link");
	makes(".", scratch_path, "a relative one");
	run_remove_workdir();
	is(played_said(), "", "nothing is said");
	makes(far, "/tmp", "a long one");
	makes(file, "/tmp", "a file");
	makes("/no", "/tmp", "none");
	ok(strstr(played_said(), "cannot make a directory in /no: No such file or directory; set TMPDIR to a writable "
	                         "directory; using /tmp instead\n"),
	    "another one than was asked for is said");
	free(file);
	free(far);
}

static void
test_jobs(void)
{
	struct jobs *jobs = jobs_new(1);
	struct run run = {.jobs = jobs, .config = &config, .workdir = "/run"};
	static const enum aim aims[] = {AIM_COMPILE, AIM_LINK, AIM_MEASURE, AIM_LIBRARIES};
	char *dir, *next;

	played_make("c", 1, 1);
	for (size_t i = 0; i < COUNTOF(aims); i++) {
		struct command command = {0};

		words_add(&command.argv, "x");
		config.debug = i == 1;
		run_push(&run, &command, aims[i], &run);
	}
	is(played_said(), "cgbench: run: x\n", "a command that is shown");
	for (const struct job *job = jobs->first; job; job = job->next)
		text_addf(&played, "%c%u ", aim_letters[job->aim], job->command.timeout);
	is(played.s, "B9 L9 C9 M9 ", "what measuring waits for comes first");
	dir = run_dir(&run, 'x');
	next = run_dir(&run, 'y');
	is(dir, "/run/x00000000", "a directory");
	is(next, "/run/y00000001", "the next one");
	free(dir);
	free(next);
	jobs_free(jobs);
	played_free();
}

int
main(void)
{
	played_begin();
	test_workdir();
	test_jobs();
	return played_end();
}

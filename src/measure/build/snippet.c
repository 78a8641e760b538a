#include <stdlib.h>
#include <string.h>

#include "measure/build/build.h"
#include "measure/build/snippet.h"
#include "measure/run.h"
#include "process/jobs.h"
#include "util/file.h"

/* How long a compiler may take, in seconds. */
enum { TIMEOUT = 60 };

bool
snippet_compile(const struct target *target, const struct test *test, const char *option,
    const char *source, struct text *made)
{
	const char *workdir = run_make_workdir(), *dir = workdir ? workdir : "";
	char *path = text_print("%s/test%s", dir, target->language->extension);
	char *to = text_print("%s/made", dir);
	const struct building building = {
	    .target = target, .test = test, .source = path, .to = to, .tmp = dir};
	struct command command = {.timeout = TIMEOUT};
	struct jobs *jobs = jobs_new(1);
	struct outcome outcome;
	bool done = false;

	build_make(&command, &target->language->standalone, &building);
	words_add(&command.argv, option);
	if (!workdir || !file_write(path, source, strlen(source))) {
		command_free(&command);
	} else if (jobs_run(jobs, &command, &outcome)) {
		done = outcome_made(&outcome, to) && file_read(to, made);
		outcome_free(&outcome);
	}
	run_remove_workdir();
	/* Only now may a signal end the program. */
	jobs_free(jobs);
	free(path);
	free(to);
	return done;
}

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "code/object.h"
#include "measure/batch.h"
#include "measure/build.h"
#include "measure/keep.h"
#include "measure/measure.h"
#include "measure/program.h"
#include "measure/source.h"
#include "measure/workdir.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/preload.h"

struct measure {
	struct config config;
	struct results *results;
	struct targets *targets;
	struct site site;
	char *tmp, *keep;
	size_t next;   /* cell to begin, target by target */
	size_t target; /* being prepared */
};

/* What a program that ends in the middle must still clean up. */
static struct jobs *open_jobs;

static void
clean_up(void)
{
	if (!open_jobs)
		return;
	jobs_kill(open_jobs);
	workdir_remove();
	/* Only now may a signal end the program. */
	jobs_free(open_jobs);
	open_jobs = NULL;
}

/* What measuring a cell takes of the run's time. */
static size_t
steps_of(const struct measure *m, const struct target *target)
{
	return program_kind(&m->config, target->language) == SESSION_FORKS ? PROGRESS_FORKED
	                                                                   : PROGRESS_STARTED;
}

static void
begin_progress(struct measure *m)
{
	size_t cells = 0, steps = 0, row, t;

	for (t = 0; t < m->targets->n; t++)
		for (row = 0; row < m->results->tests.n; row++) {
			const struct target *target = &m->targets->v[t];

			if (!target_has_code(target, &m->results->tests.v[row]))
				continue;
			cells++;
			steps += steps_of(m, target);
			if (language_is_compiled(target->language))
				steps += PROGRESS_COMPILED;
		}
	progress_begin(&m->site.progress, cells, steps, !m->config.verbose);
}

static void
show_progress(void *context, const struct test *test, const struct target *target)
{
	struct measure *m = context;
	struct progress *progress = &m->site.progress;

	progress_cell(progress);
	progress_step(progress, steps_of(m, target));
	if (m->config.verbose)
		message_warn("Done %s/%s (%zu of %zu, %.2f%%)", test->name, target->put->label,
		    progress->over, progress->cells,
		    100.0 * (double)progress->over / (double)progress->cells);
}

/* How many tests are compiled before they are linked: enough to share the cost of a link and of
   a server's start, and few enough that measuring does not wait for the last compilation. */
static size_t
batch_size(const struct config *config)
{
	/* What is kept of a test is to stand by itself. */
	return config->keep ? 1 : 200;
}

static bool
begin_next_batch(void *context)
{
	struct measure *m = context;
	size_t rows = m->results->tests.n, target = rows ? m->next / rows : m->targets->n, n;
	struct batch *batch;

	if (target == m->targets->n)
		return false;
	batch = batch_new(&m->site);
	for (n = 0; n < batch_size(&m->config) && m->next / rows == target; n++, m->next++) {
		size_t row = m->next % rows;
		const struct test *test = &m->results->tests.v[row];
		struct task *task;

		if (!target_has_code(&m->targets->v[target], test))
			continue;
		task = task_new(&m->site, test, &m->targets->v[target],
		    results_cell(m->results, row, target), row, show_progress, m);
		if (task)
			batch_add(batch, task);
	}
	batch_begin(batch);
	return true;
}

/* The driver of a put's programs was compiled, or the put is no compiler. */
static void
main_compiled(void *context, const struct outcome *outcome)
{
	struct measure *m = context;
	struct target *target = &m->targets->v[m->target];
	char *why = outcome_why(outcome, m->site.config->timeout);

	if (!why && access(target->main_object, R_OK))
		why = memory_copy("it made no object file");
	if (!why && !object_align(target->main_object))
		why = text_print("%s: %s", target->main_object, strerror(errno));
	if (!why)
		return;
	message_warn("put '%s' does not compile an empty %s program: %s", target->put->label,
	    target->language->name, why);
	free(why);
	if (outcome->output)
		message_block(outcome->output);
	exit(m->site.config->unfit);
}

/* An interpreter ran an empty script, or is none. */
static void
empty_ran(void *context, const struct outcome *outcome)
{
	struct measure *m = context;
	const struct target *target = &m->targets->v[m->target];
	char *why = outcome_why(outcome, m->site.config->timeout);

	if (!why)
		return;
	message_warn("put '%s' does not run an empty %s script: %s", target->put->label,
	    target->language->name, why);
	if (outcome->output)
		message_block(outcome->output);
	free(why);
	exit(m->site.config->unfit);
}

static void
push_empty(struct measure *m, const struct target *target)
{
	const struct test none = {0};
	struct command command = {.timeout = m->site.config->timeout};
	char *script = source_of_script(target, &none, false, 1, NULL);
	char *path = text_print("%s/empty%zu", m->site.workdir, m->target);

	if (!file_write(path, script, strlen(script)))
		message_die(STATUS_FAILURE, "%s: %s", path, strerror(errno));
	build_plain_run(&command, target, m->tmp, path);
	free(path);
	free(script);
	jobs_push(m->site.jobs, &command, empty_ran, m);
}

/* A copy, for /proc/self/maps has the path behind a link, and the C library reads that; but a
   link where nothing can be executed. */
static bool
copy_library(const char *from, const char *to)
{
	struct text bytes = TEXT_EMPTY;
	struct statvfs fs;
	bool done = file_read(from, &bytes) && file_write(to, bytes.s, bytes.n);

	text_free(&bytes);
	if (!done || statvfs(to, &fs) || !(fs.f_flag & ST_NOEXEC))
		return done;
	return !unlink(to) && !symlink(from, to);
}

/* An interpreter finds the fork server's library in the run's own directory: that is where all
   processes are started from, so that its path is the same wherever cgbench was installed. */
static void
place_preload(const struct measure *m, struct target *target)
{
	char *from = preload_path(CGBENCH_PRELOAD),
	     *to = text_print("%s/" CGBENCH_PRELOAD, m->site.workdir);

	if (!from)
		message_die(STATUS_FAILURE, CGBENCH_PRELOAD
		    " was not found beside cgbench; was it built and installed whole?");
	if (access(to, F_OK) && !copy_library(from, to))
		message_die(STATUS_FAILURE, "%s: %s", to, strerror(errno));
	target->preload = "../" CGBENCH_PRELOAD;
	free(from);
	free(to);
}

static void
push_main(struct measure *m, struct target *target)
{
	struct command command = {.timeout = m->site.config->timeout};
	char *source = text_print("%s/main%zu%s", m->site.workdir, m->target,
	    target->language->compile_main.n ? ".c" : target->language->extension);

	free(target->main_object);
	target->main_object = text_print("%s/main%zu.o", m->site.workdir, m->target);
	if (!build_main_source(target, &m->config.layout, source) || !build_stub(target))
		message_die(STATUS_FAILURE, "%s: %s", source, strerror(errno));
	build_compile(&command, target, NULL, source, target->main_object, m->tmp);
	free(source);
	jobs_push(m->site.jobs, &command, main_compiled, m);
}

/* Tries a put: compiles its language's "main", or runs an empty script. Returns 0, or the
   signal that interrupted it. */
static int
prepare_target(struct measure *m)
{
	struct target *target = &m->targets->v[m->target];

	if (target->language->command)
		return 0;
	if (language_is_compiled(target->language)) {
		push_main(m, target);
	} else {
		place_preload(m, target);
		push_empty(m, target);
	}
	return jobs_run(m->site.jobs, NULL, NULL);
}

static void
check_limits(void)
{
	const rlim_t least = CHILD_DESCRIPTORS + CHILD_DESCRIPTORS_SPARE;
	struct rlimit limit;

	if (!getrlimit(RLIMIT_NOFILE, &limit) && limit.rlim_max < least)
		message_die(STATUS_FAILURE,
		    "only %llu files may be open at once; raise the limit (ulimit -Hn) to %llu",
		    (unsigned long long)limit.rlim_max, (unsigned long long)least);
}

static void
begin(struct measure *m)
{
	check_limits();
	if (m->config.keep)
		m->config.keep = m->keep = keep_open(m->config.keep);
	atexit(clean_up);
	m->site.jobs = open_jobs = jobs_new(m->site.config->jobs);
	m->site.workdir = workdir_make();
	m->site.tmp = m->tmp = text_print("%s/tmp", m->site.workdir);
	if (mkdir(m->tmp, 0700))
		message_die(STATUS_FAILURE, "%s: %s", m->tmp, strerror(errno));
}

void
measure_run(struct results *results, struct targets *targets, const struct config *config)
{
	struct measure m = {.results = results,
	    .targets = targets,
	    .config = *config,
	    .site = {.loops = results->loops}};
	int number = 0;

	m.site.config = &m.config;
	begin(&m);
	for (; m.target < targets->n && !number; m.target++)
		number = prepare_target(&m);
	begin_progress(&m);
	if (!number)
		number = jobs_run(m.site.jobs, begin_next_batch, &m);
	progress_end(&m.site.progress);
	clean_up();
	free(m.tmp);
	free(m.keep);
	if (number)
		raise(number);
}

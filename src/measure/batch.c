#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "code/object.h"
#include "measure/batch.h"
#include "measure/build.h"
#include "measure/link.h"
#include "util/file.h"
#include "util/memory.h"

struct batch {
	struct site *site;
	struct task **tasks;
	size_t n;
	size_t preparing;
};

/* A compilation or rehearsal reports to its place in the batch. */
struct place {
	struct batch *batch;
	struct task *task;
	char *dir; /* of a rehearsal */
};

struct batch *
batch_new(struct site *site)
{
	struct batch *batch = memory_new(sizeof *batch);

	batch->site = site;
	return batch;
}

void
batch_add(struct batch *batch, struct task *task)
{
	batch->tasks = memory_resize(batch->tasks, batch->n + 1, sizeof *batch->tasks);
	batch->tasks[batch->n++] = task;
}

static bool
may_share(const struct task *a, const struct task *b)
{
	return !a->alone && !b->alone && !strcmp(a->ldflags, b->ldflags);
}

/* Begins a program of the first work and all that may be linked with it, and takes them out. */
static void
link_first(struct batch *batch)
{
	struct task **together = memory_new(batch->n * sizeof *together);
	const struct task *first = batch->tasks[0];
	size_t n = 0, left = 0, i;

	for (i = 0; i < batch->n; i++) {
		struct task *task = batch->tasks[i];

		if (task == first || may_share(first, task))
			together[n++] = task;
		else
			batch->tasks[left++] = task;
	}
	batch->n = left;
	link_begin(batch->site, together, n);
	free(together);
}

/* Whether flags tell the linker about symbols by name: these must be the names that the test
   gave them. */
static bool
names_symbols(const char *flags)
{
	static const char *const options[] = {"--wrap", "--defsym", "--undefined",
	    "--require-defined", "--version-script", "--dynamic-list",
	    "--export-dynamic-symbol", "--retain-symbols-file"};
	size_t i;

	for (i = 0; i < sizeof options / sizeof *options; i++)
		if (strstr(flags, options[i]))
			return true;
	return false;
}

static char *
isolate(const struct task *task)
{
	const struct words *args = &task->target->args;
	bool names = names_symbols(task->ldflags);
	size_t i;

	for (i = 0; i < args->n; i++)
		names = names || names_symbols(args->v[i]);
	return object_isolate(task->object, task->symbol,
	    names ? "its linker is told the names of symbols" : NULL,
	    task->site->config->layout.code);
}

static void
end_batch(struct batch *batch)
{
	size_t left = 0, i;

	for (i = 0; i < batch->n; i++) {
		struct task *task = batch->tasks[i];

		if (task_failed(task)) {
			task_end(task);
			continue;
		}
		if (language_is_compiled(task->target->language))
			task->alone = isolate(task);
		batch->tasks[left++] = task;
	}
	batch->n = left;
	while (batch->n)
		link_first(batch);
	free(batch->tasks);
	free(batch);
}

static void
end_place(struct place *place)
{
	struct batch *batch = place->batch;

	free(place->dir);
	free(place);
	if (!--batch->preparing)
		end_batch(batch);
}

static void
compiled(void *context, const struct outcome *outcome)
{
	struct place *place = context;

	task_built(place->task, outcome, "compile", place->task->object);
	progress_step(&place->batch->site->progress, PROGRESS_COMPILED);
	end_place(place);
}

/* Where one command comes only as far as assembly, another one makes the object file. */
static void
came_half(void *context, const struct outcome *outcome)
{
	struct place *place = context;
	struct task *task = place->task;
	struct command command = {0};

	if (outcome->start_error || outcome->timed_out || outcome->status) {
		compiled(context, outcome);
		return;
	}
	build_assemble(&command, task->target, task->test, task->source, task->object,
	    place->batch->site->tmp);
	task_push(task, &command, compiled, place);
}

static void
compile(struct batch *batch, struct task *task)
{
	struct command command = {0};
	struct place *place = memory_new(sizeof *place);

	*place = (struct place){batch, task, NULL};
	build_compile(
	    &command, task->target, task->test, task->source, task->object, batch->site->tmp);
	task_push(
	    task, &command, task->target->language->assemble.n ? came_half : compiled, place);
}

/* What is wrong with the snippet will show in its measurements; what takes too long is not
   waited for twice. */
static void
rehearsed(void *context, const struct outcome *outcome)
{
	struct place *place = context;
	char *why;

	if (outcome->timed_out) {
		why = outcome_why(outcome, place->batch->site->config->timeout);
		task_fail(
		    place->task, "rehearsal", why, "", outcome->output ? outcome->output : "");
		free(why);
	}
	file_remove_tree(place->dir);
	end_place(place);
}

/* Runs the script once, outside of valgrind, in a directory of its own. */
static void
rehearse(struct batch *batch, struct task *task)
{
	const struct target *target = task->target;
	struct command command = {.timeout = batch->site->config->timeout};
	struct place *place = memory_new(sizeof *place);
	char *dir = site_dir(batch->site, 'r'), *path = text_print("%s/work", dir);
	char *script = build_work(target, task->test, 0, true, 1);

	*place = (struct place){batch, task, dir};
	build_plain_run(&command, target, dir, path);
	if (mkdir(dir, 0755) || !file_write(path, script, strlen(script)))
		task_fail(task, STAGE_PREPARE, strerror(errno), "", "");
	free(path);
	free(script);
	jobs_push(batch->site->jobs, &command, rehearsed, place);
}

void
batch_begin(struct batch *batch)
{
	const struct language *language = batch->n ? batch->tasks[0]->target->language : NULL;
	size_t i;

	if (!language || (!language_is_compiled(language) && !language->rehearsed)) {
		end_batch(batch);
		return;
	}
	batch->preparing = batch->n;
	for (i = 0; i < batch->n; i++)
		if (language_is_compiled(language))
			compile(batch, batch->tasks[i]);
		else
			rehearse(batch, batch->tasks[i]);
}

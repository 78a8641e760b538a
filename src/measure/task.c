#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/flags.h"
#include "measure/build.h"
#include "measure/keep.h"
#include "measure/locate.h"
#include "measure/task.h"
#include "util/file.h"
#include "util/memory.h"

static void
name_measurements(struct task *task)
{
	enum variant v;
	enum length l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++)
			task->measurements[v][l] =
			    (struct measurement){v, l, text_print("%s/%u%u", task->dir, v, l)};
}

struct task *
task_new(struct run *run, const struct test *test, const struct target *target,
    struct cell *cell, size_t number)
{
	struct task *task = memory_new(sizeof *task);

	*task = (struct task){.run = run, .test = test, .target = target, .cell = cell};
	task->dir = run_dir(run, 'c');
	task->source = text_print("%s/test%s", task->dir, target->language->extension);
	task->object = text_print("%s/test.o", task->dir);
	task->symbol = text_print("cgbenchtest%08zu", number);
	flags_add(&task->ldflags, target, test, PART_LDFLAGS);
	name_measurements(task);
	if (mkdir(task->dir, 0755) ||
	    (language_is_compiled(target->language) &&
	        !build_source(target, test, task->symbol, task->source)))
		task_fail_prepare(task, task->source);
	return task;
}

void
task_fail(struct task *task, const char *stage, const char *why, const char *command,
    const char *output)
{
	if (!task->cell->failure)
		task->cell->failure = failure_new(stage, why, command, output);
}

void
task_fail_prepare(struct task *task, const char *path)
{
	char *why = text_print("%s: %s", path, strerror(errno));

	task_fail(task, STAGE_PREPARE, why, "", "");
	free(why);
}

bool
task_failed(const struct task *task)
{
	return task->cell->failure != NULL;
}

void
task_push(struct task *task, struct command *command, enum step step, void *owner)
{
	free(task->command);
	task->command = command_show(command);
	if (task->run->config->keep)
		text_addf(&task->kept, "%s\n", task->command);
	run_push(task->run, command, step, owner);
}

bool
task_built(
    struct task *task, const struct outcome *outcome, const char *stage, const char *made)
{
	char *why = outcome_why(outcome, task->run->config->timeout);
	char *said;

	if (!why && access(made, F_OK))
		why = text_print("made no %s", made);
	if (!why)
		return true;
	said = locate(task->target, task->test, task->symbol, true, 0,
	    outcome->output ? outcome->output : "");
	task_fail(task, stage, why, task->command, said);
	free(said);
	free(why);
	return false;
}

void
task_end(struct task *task)
{
	struct task **last = &task->run->finished;

	while (*last)
		last = &(*last)->next;
	*last = task;
}

void
task_keep(struct task *task)
{
	const char *to = task->run->config->keep;
	const struct language *language = task->target->language;
	char *why;

	if (keep_cell(to, task->dir, task->target->main_object,
	        *language->stub ? language->extension : NULL, task->target->put->label,
	        task->test->name, task->kept.s ? task->kept.s : ""))
		return;
	why = text_print("--keep=%s: %s", to, strerror(errno));
	task_fail(task, STAGE_KEEP, why, "", "");
	free(why);
}

void
task_free(struct task *task)
{
	enum variant v;
	enum length l;

	/* If an orphan still writes there, the directory goes with workdir. */
	file_remove_tree(task->dir);
	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++)
			measurement_free(&task->measurements[v][l]);
	free(task->dir);
	free(task->source);
	free(task->object);
	free(task->symbol);
	words_free(&task->ldflags);
	free(task->units);
	free(task->alone);
	free(task->command);
	text_free(&task->kept);
	free(task->rehearsal);
	free(task->threads);
	free(task);
}

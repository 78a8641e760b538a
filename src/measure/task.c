#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "code/extent.h"
#include "measure/build.h"
#include "measure/judge.h"
#include "measure/keep.h"
#include "measure/locate.h"
#include "measure/task.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"

char *
site_dir(struct site *site, char kind)
{
	return text_print("%s/%c%08zu", site->workdir, kind, site->dirs++);
}

static void
free_task(struct task *task)
{
	unsigned v, l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++)
			measurement_free(&task->of[v][l]);
	free(task->dir);
	free(task->source);
	free(task->object);
	free(task->symbol);
	free(task->ldflags);
	free(task->alone);
	free(task->command);
	text_free(&task->kept);
	free(task->runs);
	free(task);
}

static void
name_measurements(struct task *task)
{
	enum variant v;
	enum length l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++)
			task->of[v][l] =
			    (struct measurement){v, l, text_print("%s/%u%u", task->dir, v, l)};
}

struct task *
task_new(struct site *site, const struct test *test, struct target *target, struct cell *cell,
    size_t number, task_over *over, void *context)
{
	struct task *task = memory_new(sizeof *task);
	char *why;

	*task = (struct task){.site = site,
	    .test = test,
	    .target = target,
	    .cell = cell,
	    .over = over,
	    .context = context};
	task->dir = site_dir(site, 'c');
	task->source = text_print("%s/test%s", task->dir, target->language->extension);
	task->object = text_print("%s/test.o", task->dir);
	task->symbol = text_print("cgbenchtest%08zu", number);
	task->ldflags = build_ldflags(target, test);
	name_measurements(task);
	if (!mkdir(task->dir, 0755) &&
	    (!language_is_compiled(target->language) ||
	        build_source(target, test, task->symbol, task->source)))
		return task;
	why = text_print("%s: %s", task->source, strerror(errno));
	task_fail(task, STAGE_PREPARE, why, "", "");
	free(why);
	task_end(task);
	return NULL;
}

void
task_fail(struct task *task, const char *stage, const char *why, const char *command,
    const char *output)
{
	if (!task->cell->failure)
		task->cell->failure = failure_new(stage, why, command, output);
}

bool
task_failed(const struct task *task)
{
	return task->cell->failure != NULL;
}

void
task_push(struct task *task, struct command *command, jobs_done *done, void *context)
{
	const struct config *config = task->site->config;

	free(task->command);
	task->command = command_show(command);
	command->timeout = config->timeout;
	if (config->keep)
		text_addf(&task->kept, "%s\n", task->command);
	if (config->debug)
		message_warn("run: %s", task->command);
	jobs_push(task->site->jobs, command, done, context);
}

bool
task_built(
    struct task *task, const struct outcome *outcome, const char *stage, const char *made)
{
	char *why = outcome_why(outcome, task->site->config->timeout);
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

static void
keep(struct task *task)
{
	const char *to = task->site->config->keep;
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
task_end(struct task *task)
{
	bool compiled = language_is_compiled(task->target->language);

	if (task->site->config->keep)
		keep(task);
	if (!task_failed(task))
		task->cell->verdicts = judge(task->cell, task->test, task->site->loops,
		    compiled ? task->object : NULL, task->symbol);
	if (!task_failed(task) && compiled)
		task->cell->sized = extent_find(task->object, task->symbol, &task->cell->size);
	/* What an orphan that still writes there keeps from being removed goes with the
	 * workdir. */
	file_remove_tree(task->dir);
	task->cell->measured = !task_failed(task);
	task->over(task->context, task->test, task->target);
	free_task(task);
}

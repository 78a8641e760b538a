#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/flags.h"
#include "input/sources.h"
#include "measure/advice.h"
#include "measure/compile/build.h"
#include "measure/compile/diagnostics.h"
#include "measure/task.h"
#include "model/results.h"
#include "util/file.h"
#include "util/memory.h"

/* Gives the measurements their directories. */
static void
name_measurements(struct task *task, bool profiles, bool again)
{
	EACH_MEASUREMENT(v, l) {
		struct measurement *m = &task->measurements[profiles][v][l];

		if (m->dir)
			file_remove_tree(m->dir);
		free(m->dir);
		*m = (struct measurement){v, l, profiles, again, NULL};
		m->dir = measurement_path(m, task->dir);
	}
}

void
task_move(struct task *task)
{
	name_measurements(task, false, true);
}

/* A program of the target's own that fails says something about the put, as --bisect asks. */
static void
fail_unfit(struct task *task)
{
	const struct target *target = task->target;
	const char *tried =
	    language_is_compiled(target->language) ? STAGE_COMPILE : STAGE_REHEARSAL;

	task_fail(task, target->unfit_said ? tried : STAGE_PREPARE, target->unfit, "",
	    target->unfit_said ? target->unfit_said : "");
}

bool
task_write(const struct task *task)
{
	return build_source(&(struct source){.target = task->target,
	                        .test = task->test,
	                        .symbol = task->symbol,
	                        .shared = task->names.shared},
	    task->source);
}

struct task *
task_new(struct run *run, const struct test *test, const struct target *target,
    struct cell *cell, size_t number, size_t of_run)
{
	struct task *task = memory_new(sizeof *task);

	*task = (struct task){.run = run, .test = test, .target = target, .cell = cell};
	task->dir = text_print("%s/c%08zu", run->workdir, of_run);
	task->source = text_print("%s/test%s", task->dir, target->language->extension);
	task->object = text_print("%s/test.o", task->dir);
	task->symbol = text_print("cgbenchtest%08zu", number);
	task->offset = run->config->clocking
	                   ? memory_layout_numbered((unsigned)(number % CONFIG_COPIES)).code
	                   : run->config->layout.code;
	flags_add(&task->link.flags, target, test, PART_LDFLAGS);
	task->link.named = sources_of(&task->link.sources, target, test);
	task->names = (struct names){.run = run,
	    .target = target,
	    .test = test,
	    .symbol = task->symbol,
	    .dir = task->dir};
	name_measurements(task, false, false);
	name_measurements(task, true, false);
	if (target->unfit)
		fail_unfit(task);
	else if (mkdir(task->dir, 0755) ||
	         (language_is_compiled(target->language) && !task_write(task)))
		task_fail_prepare(task, task->source);
	return task;
}

void
task_fail(struct task *task, const char *stage, const char *why, const char *command,
    const char *output)
{
	OWNED char *advice = NULL, *advised = NULL;

	if (task->cell->failure)
		return;
	advice = task->program ? advice_on_run(task->object) : memory_copy("");
	advised = text_print("%s%s", why, advice);
	task->cell->failure = failure_new(stage, advised, command, output);
}

void
task_fail_prepare(struct task *task, const char *path)
{
	OWNED char *why = text_print("%s: %s", path, strerror(errno));

	task_fail(task, STAGE_PREPARE, why, "", "");
}

bool
task_failed(const struct task *task)
{
	return task->cell->failure != NULL;
}

void
task_push(struct task *task, struct command *command, enum aim aim, void *owner)
{
	free(task->command);
	task->command = names_command(&task->names, command);
	if (task->run->config->keep)
		text_addf(&task->kept, "%s || exit\n", task->command);
	run_push(task->run, command, aim, owner);
}

/* Returns what a compiler or linker said, in terms of the benchfile. The caller frees. */
static char *
said_by(const struct task *task, const struct outcome *outcome)
{
	return names_output(&task->names, true, 0, outcome->output ? outcome->output : "");
}

void
task_warn(struct task *task, const struct outcome *outcome)
{
	OWNED char *said = outcome->output && *outcome->output ? said_by(task, outcome) : NULL;
	size_t n = said ? diagnostics_warnings(said, strrchr(task->source, '/') + 1) : 0;

	if (n)
		cell_warn(task->cell, n, said);
}

void
task_fail_built(
    struct task *task, const struct outcome *outcome, const char *stage, const char *why)
{
	OWNED char *said = said_by(task, outcome);
	OWNED char *odd =
	    diagnostics_odd(task->target, task->test, file_base(task->source), said);
	OWNED char *all = text_print("%s%s", odd, said);

	task_fail(task, stage, why, task->command, all);
}

bool
task_built(
    struct task *task, const struct outcome *outcome, const char *stage, const char *made)
{
	OWNED char *why = outcome_why(outcome), *advice = NULL, *advised = NULL;

	if (!why && access(made, F_OK))
		why = text_print("made no %s", strrchr(made, '/') + 1);
	if (!why)
		return true;
	advice = advice_on(
	    task->target, task->test, task->object, outcome->output ? outcome->output : "");
	advised = text_print("%s%s", why, advice);
	task_fail_built(task, outcome, stage, advised);
	return false;
}

bool
task_needs(const struct task *task, enum variant variant, enum length length)
{
	if (!task->target->language->command)
		return true;
	return (variant == VARIANT_ACTIVE || test_part(task->test, PART_EMPTY)) &&
	       (length == LENGTH_SHORT || !task->test->once);
}

unsigned
task_needs_all(const struct task *task)
{
	unsigned n = 0;

	EACH_MEASUREMENT(v, l)
		n += task_needs(task, v, l);
	return n;
}

void
task_end(struct task *task)
{
	/* It may be freed from now on. */
	task->names.program_dir = NULL;
	/* A crash ends a task twice: when it is found, and when its line is. */
	STAILQ_INSERT_TAIL(&task->run->finished, task, next);
}

void
task_free(struct task *task)
{
	/* If an orphan still writes there, the directory goes with workdir. */
	file_remove_tree(task->dir);
	EACH_MEASUREMENT(v, l) {
		free(task->measurements[false][v][l].dir);
		free(task->measurements[true][v][l].dir);
	}
	free(task->dir);
	free(task->source);
	free(task->object);
	free(task->symbol);
	words_free(&task->link.flags);
	words_free(&task->link.sources);
	free(task->link.units);
	free(task->link.alone);
	free(task->command);
	text_free(&task->kept);
	free(task);
}

#include <stdlib.h>
#include <string.h>

#include "measure/build/build.h"
#include "measure/engine.h"
#include "measure/build/program.h"
#include "measure/build/unit.h"
#include "util/file.h"
#include "util/memory.h"

struct program *
program_new(struct run *run, struct task *const *tasks, size_t n)
{
	struct program *program = memory_new(sizeof *program);
	size_t i;

	program->run = run;
	program->target = tasks[0]->target;
	program->tasks = memory_new(n * sizeof *program->tasks);
	memcpy(program->tasks, tasks, n * sizeof *program->tasks);
	program->n = n;
	program->users = 1;
	/* --keep copies the one directory of a task. */
	program->dir = run->config->keep ? memory_copy(tasks[0]->dir) : run_dir(run, 'p');
	program->path = text_print("%s/program", program->dir);
	for (i = 0; i < n; i++)
		tasks[i]->names.program_dir = program->dir;
	build_run(&program->argv, program->target, program->path);
	program->kind = session_kind(run->config, program->target->language);
	return program;
}

void
program_link(const struct program *program, const struct words *tests, const char *path,
    struct command *command)
{
	const struct task *first = program->tasks[0];
	struct words objects = WORDS_EMPTY;
	size_t i;

	words_add_all(&objects, tests);
	for (i = 0; i < first->unit_count; i++)
		words_add(&objects, first->units[i]->object);
	words_add(&objects, program->target->main_object);
	build_link(command, program->target, first->test, &first->ldflags, &objects, path,
	    program->run->tmp);
	words_free(&objects);
}

static void
free_program(struct program *program)
{
	if (!program->run->config->keep)
		file_remove_tree(program->dir);
	free(program->tasks);
	free(program->dir);
	free(program->path);
	words_free(&program->argv);
	free(program);
}

void
program_release(struct program *program)
{
	if (!--program->users)
		free_program(program);
}

void
program_argv(const struct program *program, const struct task *task,
    const struct measurement *m, struct words *argv)
{
	char *count = text_print("%lu", program->run->loops[m->length]);

	if (program->kind == SESSION_COMMAND)
		build_command(
		    argv, program->target, task->test, m->variant == VARIANT_ACTIVE, count);
	else
		words_add_all(argv, &program->argv);
	free(count);
}

/* The command of a measurement as one could type it: without a server, and with its work as
   standard input. The caller frees. */
static char *
show(const struct program *program, const struct task *task, const struct measurement *m)
{
	struct command command = {0};
	struct words argv = WORDS_EMPTY;
	char *shown;

	program_argv(program, task, m, &argv);
	engine_command(program->run->config->valgrind, program->target, &argv, task->threads,
	    task->use.rewrites, false, m->dir, &command);
	build_add_env(&command.env, program->target);
	command.cwd = memory_copy(m->dir);
	if (task->test->in_dir && task->test->dir)
		command.run_in = memory_copy(task->test->dir);
	command.input = memory_copy("work");
	command.measured = true;
	shown = names_command(&task->names, &command);
	command_free(&command);
	words_free(&argv);
	return shown;
}

void
program_hand_on(struct program *program, size_t task)
{
	struct program_task **last = &program->run->counted;
	struct program_task *counted = memory_new(sizeof *counted);

	while (*last)
		last = &(*last)->next;
	*counted = (struct program_task){NULL, program, task};
	*last = counted;
	program->users++;
}

/* For --keep, the commands that measured the task. */
static void
note_commands(const struct program *program, struct task *task)
{
	enum variant v;
	enum length l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++) {
			char *shown;

			if (!task_needs(task, v, l))
				continue;
			shown = show(program, task, &task->measurements[v][l]);
			text_addf(&task->kept, "%s\n", shown);
			free(shown);
		}
}

void
program_end_task(struct program *program, size_t i)
{
	struct task *task = program->tasks[i];

	if (program->run->config->keep)
		note_commands(program, task);
	program->tasks[i] = NULL;
	task_end(task);
}

void
program_fail(struct program *program, struct task *task, const struct measurement *m,
    const char *why, const char *output)
{
	char *stage = measurement_name(m), *shown = show(program, task, m);
	char *said = names_output(
	    &task->names, m->variant == VARIANT_ACTIVE, program->run->loops[m->length], output);

	task_fail(task, stage, why, shown, said);
	free(stage);
	free(shown);
	free(said);
}

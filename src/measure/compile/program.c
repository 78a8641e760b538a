#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measure/compile/build.h"
#include "measure/compile/program.h"
#include "measure/compile/unit.h"
#include "util/file.h"
#include "util/memory.h"

enum program_kind
program_kind(const struct config *config, const struct target *target)
{
	const struct words *not = config->unforkable;

	if (target->language->command)
		return PROGRAM_COMMAND;
	return config->forks && engine_of(config, target)->forks &&
	               !target->language->exec_only &&
	               words_find(not, target->put->label) == not ->n
	           ? PROGRAM_FORK
	           : PROGRAM_EXEC;
}

/* A new directory's path with the number of the task, so that a program has the same name in
   each run; the caller frees. */
static char *
program_dir(const struct task *task)
{
	char *dir = memory_copy(task->dir), *kind = strrchr(dir, '/') + 1;

	for (*kind = 'A'; !access(dir, F_OK); ++*kind)
		;
	return dir;
}

struct program *
program_new(struct run *run, struct task *const *tasks, size_t n)
{
	struct program *program = memory_new(sizeof *program);

	program->run = run;
	program->target = tasks[0]->target;
	program->tasks = memory_array(n, sizeof *program->tasks);
	memcpy(program->tasks, tasks, n * sizeof *program->tasks);
	program->n = n;
	program->users = 1 + (unsigned)n;
	/* --keep copies the one directory of a task. */
	program->dir = run->config->keep ? memory_copy(tasks[0]->dir) : program_dir(tasks[0]);
	program->path = text_print("%s/program", program->dir);
	for (size_t i = 0; i < n; i++) {
		tasks[i]->engine = engine_of(run->config, tasks[0]->target);
		tasks[i]->names.program_dir = program->dir;
		if (tasks[i]->program)
			program_release(tasks[i]->program);
		tasks[i]->program = program;
		tasks[i]->number = i;
	}
	build_run(&program->argv, program->target, program->path);
	program->kind = program_kind(run->config, program->target);
	return program;
}

/* Puts objects that are linked only if they are needed into an archive beside the program,
   which is the first of a program's two links. Without the archive, the link fails and says so.
   A thin archive names files of the run. */
static void
program_archive(struct words *objects, const struct words *members, const struct task *task,
    const char *path)
{
	FREED_BY(command_free) struct command command = {0};
	FREED_BY(outcome_free) struct outcome outcome = {0};
	OWNED char *parent = file_parent(path);
	char *archive = text_print("%s/members.a", parent);

	words_take(objects, archive);
	if (!access(archive, F_OK))
		return;
	words_add(&command.argv, "/usr/bin/ar");
	words_add(&command.argv, task->run->config->keep ? "rcs" : "rcsT");
	words_add(&command.argv, archive);
	words_add_all(&command.argv, members);
	child_run(&command, &outcome);
}

void
program_link(const struct task *first, const struct words *tests, const char *path,
    struct command *command)
{
	FREED_BY(words_free) struct words objects = WORDS_EMPTY, members = WORDS_EMPTY;

	words_add_all(&objects, tests);
	for (size_t i = 0; i < first->link.unit_count; i++)
		words_add(
		    i < first->link.named ? &objects : &members, first->link.units[i]->object);
	words_add(&objects, first->target->main_object);
	if (members.n)
		program_archive(&objects, &members, first, path);
	build_make(command, &first->target->language->link,
	    &(struct building){.target = first->target,
	        .test = first->test,
	        .objects = &objects,
	        .ldflags = &first->link.flags,
	        .to = path,
	        .tmp = first->run->tmp});
}

void
program_release(struct program *program)
{
	if (--program->users)
		return;
	if (!program->run->config->keep)
		file_remove_tree(program->dir);
	free(program->tasks);
	free(program->dir);
	free(program->path);
	words_free(&program->argv);
	free(program);
}

bool
program_command(const struct task *task, const struct measurement *m,
    const struct engine_place *place, struct command *command, size_t *own)
{
	const struct program *program = task->program;
	const struct target *target = task->target;
	FREED_BY(words_free) struct words argv = WORDS_EMPTY;
	OWNED char *count = text_print("%lu", program->run->loops[m->length]);
	bool made;

	command->follows = program->kind == PROGRAM_COMMAND;
	if (command->follows)
		build_command(&argv, target, task->test, m->variant == VARIANT_ACTIVE, count);
	else
		words_add_all(&argv, &program->argv);
	made = task->engine->command(place, &argv, task->threads, task->use.rewrites, command);
	*own = command->argv.n - argv.n;
	return made;
}

static const char *
program_start(const struct task *task)
{
	return task->test->in_dir ? task->test->dir : NULL;
}

bool
program_prepare(const struct task *task, const char *dir, struct command *command)
{
	const struct target *target = task->target;
	const char *setup = part_text(target_part(target, task->test, PART_SETUP)),
	           *pre = part_text(target_part(target, task->test, PART_PRE));
	FREED_BY(words_free) struct words script = WORDS_EMPTY;

	*command = (struct command){.guarded = true};
	if (!target->language->command || (!*pre && (!*setup || task->set_up)))
		return false;
	words_take(&script, text_print("%s\n%s", task->set_up ? "" : setup, pre));
	words_add(&command->argv, "/bin/sh");
	words_add(&command->argv, "-ec");
	build_fill(&command->argv, &script, target, task->test);
	for (char **variable = environ; *variable; variable++)
		words_add(&command->env, *variable);
	words_set_variables(&command->env, &target->put->env);
	command->cwd = memory_copy(program_start(task) ? program_start(task) : dir);
	return true;
}

/* The command of a measurement as one could type it: without a server, and with its work as
   standard input. The caller frees. */
static char *
program_show(const struct task *task, const struct measurement *m)
{
	FREED_BY(command_free) struct command command = {0};
	size_t own;

	program_command(task, m,
	    &(struct engine_place){task->target, task->run->config->valgrind, m->dir, false},
	    &command, &own);
	build_add_env(&command.env, task->target);
	command.cwd = memory_copy(m->dir);
	if (program_start(task))
		command.run_in = memory_copy(program_start(task));
	command.input = build_input(task->target, task->test);
	command.measured = true;
	return names_command(&task->names, &command);
}

static void
program_keep(struct task *task, const struct measurement *m)
{
	FREED_BY(command_free) struct command before = {0};
	OWNED char *shown = program_show(task, m), *first = NULL;

	if (program_prepare(task, m->dir, &before)) {
		first = names_command(&task->names, &before);
		text_addf(&task->kept, "(%s) || exit\n", first);
		task->set_up = true;
	}
	text_addf(&task->kept, "%s\n", shown);
}

void
program_hand_on(struct task *task)
{
	STAILQ_INSERT_TAIL(&task->run->counted, task, next);
	task->program->users++;
}

void
program_end_task(struct task *task)
{
	task->set_up = false;
	for (enum variant v = 0; v < VARIANT_COUNT && task->run->config->keep; v++)
		for (enum length l = 0; l < LENGTH_COUNT; l++)
			if (task_needs(task, v, l))
				program_keep(task, &task->measurements[false][v][l]);
	task->program->tasks[task->number] = NULL;
	task_end(task);
}

void
program_fail(
    struct task *task, const struct measurement *m, const char *why, const char *output)
{
	OWNED char *stage = measurement_name(m), *shown = program_show(task, m);
	OWNED char *said = names_output(
	    &task->names, m->variant == VARIANT_ACTIVE, task->run->loops[m->length], output);

	task_fail(task, stage, why, shown, said);
}

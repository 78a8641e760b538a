#include <stdlib.h>
#include <string.h>

#include "measure/build.h"
#include "measure/locate.h"
#include "measure/program.h"
#include "util/file.h"
#include "util/memory.h"

enum session_kind
program_kind(const struct config *config, const struct language *language)
{
	if (language->command)
		return SESSION_BARE;
	return config->forks && language->forks ? SESSION_FORKS : SESSION_HERE;
}

struct program *
program_new(struct site *site, struct task *const *tasks, size_t n)
{
	struct program *program = memory_new(sizeof *program);

	program->site = site;
	program->target = tasks[0]->target;
	program->tasks = memory_new(n * sizeof *program->tasks);
	memcpy(program->tasks, tasks, n * sizeof *program->tasks);
	program->n = n;
	program->sessions = 1;
	/* What is kept stands together. */
	program->dir = site->config->keep ? memory_copy(tasks[0]->dir) : site_dir(site, 'p');
	program->path = text_print("%s/program", program->dir);
	build_run(&program->run, program->target, program->path);
	program->kind = program_kind(site->config, program->target->language);
	return program;
}

static void
free_program(struct program *program)
{
	file_remove_tree(program->dir);
	free(program->tasks);
	free(program->dir);
	free(program->path);
	words_free(&program->run);
	free(program);
}

void
program_release(struct program *program)
{
	if (!--program->sessions)
		free_program(program);
}

void
program_end_task(struct program *program, size_t i)
{
	struct task *task = program->tasks[i];

	program->tasks[i] = NULL;
	task_end(task);
}

void
program_run(const struct program *program, const struct task *task, const struct measurement *m,
    struct words *run)
{
	if (program->kind == SESSION_BARE)
		build_command(run, program->target, task->test, m->variant == VARIANT_ACTIVE,
		    task->site->loops[m->length]);
	else
		words_add_all(run, &program->run);
}

char *
program_show(
    const struct program *program, const struct task *task, const struct measurement *m)
{
	struct command command = {0};
	struct words run = WORDS_EMPTY;
	char *shown;

	program_run(program, task, m, &run);
	valgrind_command(program->site->config->valgrind, &run, task->runs != NULL, &command);
	build_add_env(&command.env, program->target);
	command.cwd = memory_copy(m->dir);
	command.input = memory_copy("work");
	command.measured = true;
	shown = command_show(&command);
	command_free(&command);
	words_free(&run);
	return shown;
}

void
program_fail(struct program *program, struct task *task, const struct measurement *m,
    const char *why, const char *output)
{
	char *stage = measurement_name(m), *shown = program_show(program, task, m);
	char *located = locate(program->target, task->test, task->symbol,
	    m->variant == VARIANT_ACTIVE, program->site->loops[m->length], output);

	task_fail(task, stage, why, shown, located);
	free(stage);
	free(shown);
	free(located);
}

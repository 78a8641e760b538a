#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "measure/build.h"
#include "measure/link.h"
#include "measure/schedule.h"
#include "util/message.h"

/* One of the tests does not link: which one, shows when each is linked alone. */
static void
part(struct program *program)
{
	size_t i;

	for (i = 0; i < program->n; i++)
		link_begin(program->site, &program->tasks[i], 1);
	program_release(program);
}

static void
note_commands(struct program *program)
{
	unsigned v, l;

	for (v = 0; v < VARIANT_COUNT; v++)
		for (l = 0; l < LENGTH_COUNT; l++) {
			char *shown = program_show(
			    program, program->tasks[0], &program->tasks[0]->of[v][l]);

			text_addf(&program->tasks[0]->kept, "%s\n", shown);
			free(shown);
		}
}

static void
linked(void *context, const struct outcome *outcome)
{
	struct program *program = context;

	if (outcome_made(outcome, program->path)) {
		if (program->site->config->keep)
			note_commands(program);
		round_measure_all(program);
	} else if (program->n > 1) {
		part(program);
	} else {
		task_built(program->tasks[0], outcome, "link", program->path);
		program_end_task(program, 0);
		program_release(program);
	}
}

void
link_begin(struct site *site, struct task *const *tasks, size_t n)
{
	struct program *program = program_new(site, tasks, n);
	struct words objects = WORDS_EMPTY;
	struct command command = {0};
	size_t i;

	if (!language_is_compiled(program->target->language)) {
		round_measure_all(program);
		return;
	}
	if (mkdir(program->dir, 0755) && errno != EEXIST)
		message_die(STATUS_FAILURE, "%s: %s", program->dir, strerror(errno));
	for (i = 0; i < n; i++)
		words_add(&objects, tasks[i]->object);
	words_add(&objects, program->target->main_object);
	build_link(
	    &command, program->target, tasks[0]->test, &objects, program->path, site->tmp);
	words_free(&objects);
	task_push(tasks[0], &command, linked, program);
}

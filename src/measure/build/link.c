#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "code/jump_range.h"
#include "measure/build/diagnostics.h"
#include "measure/build/link.h"
#include "measure/build/separate.h"
#include "util/memory.h"

static void
hand_on(struct program *program)
{
	struct program **last = &program->run->linked;

	while (*last)
		last = &(*last)->next;
	*last = program;
}

/* Ends all tasks of a program that cannot be made, and frees it. */
static void
give_up(struct program *program)
{
	size_t i;

	for (i = 0; i < program->n; i++)
		task_end(program->tasks[i]);
	program_release(program);
}

static void
push_link(struct program *program)
{
	struct words objects = WORDS_EMPTY;
	struct command command = {0};
	size_t i;

	for (i = 0; i < program->n; i++)
		words_add(&objects, program->tasks[i]->object);
	program_link(program, &objects, program->path, &command);
	words_free(&objects);
	task_push(program->tasks[0], &command, STEP_LINK, program);
}

/* Begins a program of n tasks of one target with the same ldflags. */
static void
begin(struct run *run, struct task *const *tasks, size_t n)
{
	struct program *program = program_new(run, tasks, n);
	size_t i;

	if (!language_is_compiled(program->target->language)) {
		hand_on(program);
	} else if (mkdir(program->dir, 0755) && errno != EEXIST) {
		for (i = 0; i < n; i++)
			task_fail_prepare(tasks[i], program->dir);
		give_up(program);
	} else {
		push_link(program);
	}
}

static bool
may_share(const struct task *a, const struct task *b)
{
	return !a->alone && !b->alone && words_equal(&a->ldflags, &b->ldflags);
}

/* Begins a program of the first task and all that may be linked with it, and takes them out of
   the batch. */
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
	begin(batch->run, together, n);
	free(together);
}

void
link_batch(struct batch *batch)
{
	while (batch->n)
		link_first(batch);
	batch_free(batch);
}

/* One of the tests does not link, or a linker warned, which it does once for all of them.
   Linking each alone shows which. */
static void
split(struct program *program)
{
	size_t i;

	for (i = 0; i < program->n; i++)
		begin(program->run, &program->tasks[i], 1);
	program_release(program);
}

/* Links each half of the tests by itself. */
static void
halve(struct program *program)
{
	size_t half = program->n / 2;

	begin(program->run, program->tasks, half);
	begin(program->run, program->tasks + half, program->n - half);
	program_release(program);
}

void
link_take(struct program *program, const struct outcome *outcome)
{
	bool made = outcome_made(outcome, program->path);

	if (program->separation) {
		if (!separate_take(program, outcome))
			hand_on(program);
		return;
	}
	if (program->n > 1 && (!made || diagnostics_warnings(outcome->output, ""))) {
		split(program);
	} else if (program->n > 1 && !jump_range_suffices(program->path)) {
		halve(program);
	} else if (made) {
		task_warn(program->tasks[0], outcome);
		if (!separate_begin(program))
			hand_on(program);
	} else {
		task_built(program->tasks[0], outcome, "link", program->path);
		give_up(program);
	}
}

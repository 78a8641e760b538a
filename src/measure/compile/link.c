#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "code/calls.h"
#include "code/isolate.h"
#include "measure/compile/diagnostics.h"
#include "measure/compile/link.h"
#include "util/memory.h"

struct separation {
	struct words imports; /* what the tests have stubs of their own for */
	struct words objects; /* of the tests; some are copies */
	char *path;           /* where the program is linked */
	unsigned char start[STUB_SIZE];
	size_t n;
};

static char *
link_copy_of(const struct task *task)
{
	return text_print("%s/separate.o", task->dir);
}

/* Returns false: the program is ready. */
static bool
end_separation(struct program *program)
{
	OWNED struct separation *s = program->separation;

	for (size_t i = 0; i < program->n; i++) {
		OWNED char *copy = link_copy_of(program->tasks[i]);

		unlink(copy);
	}
	unlink(s->path);
	words_free(&s->imports);
	words_free(&s->objects);
	free(s->path);
	program->separation = NULL;
	return false;
}

/* Returns whether the object of any test was changed. */
static bool
copy_objects(struct program *program)
{
	struct separation *s = program->separation;
	bool any = false;

	words_free(&s->objects);
	for (size_t i = 0; i < program->n; i++) {
		const struct task *task = program->tasks[i];
		OWNED char *copy = link_copy_of(task);
		bool copied = calls_separate(
		    task->object, copy, task->symbol, &s->imports, s->start, s->n);

		words_add(&s->objects, copied ? copy : task->object);
		any = any || copied;
	}
	return any;
}

static bool
relink(struct program *program)
{
	struct separation *s = program->separation;
	struct command command = {0};

	if (!s->imports.n || !copy_objects(program))
		return end_separation(program);
	program_link(program->tasks[0], &s->objects, s->path, &command);
	run_push(program->run, &command, AIM_LINK, program);
	return true;
}

/* Links a program once more, so that its tests have no part of the linkage table in common; see
   code/calls.h. Only the first link tells which functions are in shared libraries. If that
   cannot be done, the program remains as it is. Returns true if the program is being linked,
   and false if it is ready. */
static bool
separate(struct program *program)
{
	struct separation *s;
	struct image *image;

	if (program->target->qemu || program->tasks[0]->link.alone ||
	    !(image = image_open(program->path)))
		return false;
	s = program->separation = memory_new(sizeof *s);
	*s = (struct separation){.path = text_print("%s/separate", program->dir)};
	s->n = stub_start(image, s->start);
	image_add_imports(image, &s->imports);
	image_free(image);
	return relink(program);
}

/* Removes the imports that the program no longer has: what was only called has no address, and
   a place for the address may cause the linker to make a stub that has one. Returns whether any
   was removed. */
static bool
lost_imports(struct separation *s, const struct image *image)
{
	struct words left = WORDS_EMPTY, found = WORDS_EMPTY;
	bool lost;

	image_add_imports(image, &found);
	for (size_t i = 0; found.n && i < s->imports.n; i++)
		if (words_include((const char *const *)found.v, s->imports.v[i]))
			words_add(&left, s->imports.v[i]);
	lost = left.n < s->imports.n;
	words_free(&found);
	words_free(&s->imports);
	s->imports = left;
	return lost;
}

/* Takes the end of the command that links it again, and returns the same. Sets *error to errno
   if the program cannot take its place. */
static bool
read_separate(struct program *program, const struct outcome *outcome, int *error)
{
	struct separation *s = program->separation;
	struct image *image = NULL;
	bool again;

	if (!outcome_made(outcome, s->path) || !(image = image_open(s->path)))
		return end_separation(program);
	again = lost_imports(s, image);
	if (!again && calls_are_separate(image, s->start, s->n) &&
	    rename(s->path, program->path))
		*error = errno;
	image_free(image);
	return again ? relink(program) : end_separation(program);
}

/* Ends all tasks of a program that cannot be made, and frees it. */
static void
link_give_up(struct program *program)
{
	for (size_t i = 0; i < program->n; i++)
		task_end(program->tasks[i]);
	program_release(program);
}

static void
link_fail(struct program *program, const char *path)
{
	for (size_t i = 0; i < program->n; i++)
		task_fail_prepare(program->tasks[i], path);
	link_give_up(program);
}

static void
link_push_link(struct program *program)
{
	FREED_BY(words_free) struct words objects = WORDS_EMPTY;
	struct command command = {0};

	for (size_t i = 0; i < program->n; i++)
		words_add(&objects, program->tasks[i]->object);
	program_link(program->tasks[0], &objects, program->path, &command);
	task_push(program->tasks[0], &command, AIM_LINK, program);
}

/* Begins a program of n tasks of one target with the same ldflags. */
static void
link_begin(struct run *run, struct task *const *tasks, size_t n)
{
	struct program *program = program_new(run, tasks, n);

	if (!language_is_compiled(program->target->language)) {
		STAILQ_INSERT_TAIL(&program->run->linked, program, next);
	} else if (mkdir(program->dir, 0755) && errno != EEXIST) {
		link_fail(program, program->dir);
	} else {
		link_push_link(program);
	}
}

/* Begins a program of the first task and all that may be linked with it, and takes them out of
   the batch. */
static void
link_first(struct batch *batch)
{
	OWNED struct task **together = memory_array(batch->n, sizeof *together);
	const struct task *first = batch->tasks[0];
	size_t n = 0, left = 0;

	for (size_t i = 0; i < batch->n; i++) {
		struct task *task = batch->tasks[i];

		if (task == first || (!first->link.alone && !task->link.alone &&
		                         words_equal(&first->link.flags, &task->link.flags)))
			together[n++] = task;
		else
			batch->tasks[left++] = task;
	}
	batch->n = left;
	link_begin(batch->run, together, n);
}

void
link_batch(struct batch *batch)
{
	while (batch->n)
		link_first(batch);
	batch_free(batch);
}

/* Links the halves of the tests by themselves, or each test. */
static void
link_split(struct program *program, bool halves)
{
	size_t first = halves ? program->n / 2 : 1, n;

	for (size_t i = 0; i < program->n; i += n) {
		n = halves && i ? program->n - i : first;
		link_begin(program->run, &program->tasks[i], n);
	}
	program_release(program);
}

/* Only programs of other machines may not; see image.h. */
static bool
has_near_calls(const struct program *program)
{
	struct image *image = program->target->qemu ? image_open(program->path) : NULL;
	bool near = !image || image_has_near_calls(image);

	image_free(image);
	return near;
}

static void
hand_on_linked(struct program *program)
{
	if (program->target->qemu || isolate_memory(program->path))
		STAILQ_INSERT_TAIL(&program->run->linked, program, next);
	else
		link_fail(program, program->path);
}

void
link_done(struct program *program, const struct outcome *outcome)
{
	bool made = outcome_made(outcome, program->path);
	int error = 0;

	if (program->separation) {
		if (read_separate(program, outcome, &error))
			return;
		errno = error;
		if (error)
			link_fail(program, program->path);
		else
			hand_on_linked(program);
		return;
	}
	if (program->n > 1 && (!made || diagnostics_warnings(outcome->output, ""))) {
		/* One of the tests does not link, or a linker warned, which it does once for
		   all of them. Linking each alone shows which. */
		link_split(program, false);
	} else if (program->n > 1 && !has_near_calls(program)) {
		link_split(program, true);
	} else if (made) {
		task_warn(program->tasks[0], outcome);
		if (!separate(program))
			hand_on_linked(program);
	} else {
		task_built(program->tasks[0], outcome, "link", program->path);
		link_give_up(program);
	}
}

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "code/calls.h"
#include "measure/build/separate.h"
#include "util/memory.h"

struct separation {
	struct words imports; /* what the tests have stubs of their own for */
	struct words objects; /* of the tests; some are copies */
	char *path;           /* where the program is linked */
	unsigned char start[STUB_SIZE];
	size_t n;
};

static char *
copy_of(const struct task *task)
{
	return text_print("%s/separate.o", task->dir);
}

/* Returns false: the program is ready. */
static bool
end(struct program *program)
{
	struct separation *s = program->separation;
	size_t i;

	for (i = 0; i < program->n; i++) {
		char *copy = copy_of(program->tasks[i]);

		unlink(copy);
		free(copy);
	}
	unlink(s->path);
	words_free(&s->imports);
	words_free(&s->objects);
	free(s->path);
	free(s);
	program->separation = NULL;
	return false;
}

/* Returns whether the object of any test was changed. */
static bool
copy_objects(struct program *program)
{
	struct separation *s = program->separation;
	bool any = false;
	size_t i;

	words_free(&s->objects);
	for (i = 0; i < program->n; i++) {
		const struct task *task = program->tasks[i];
		char *copy = copy_of(task);
		bool copied = calls_separate(
		    task->object, copy, task->symbol, &s->imports, s->start, s->n);

		words_add(&s->objects, copied ? copy : task->object);
		any = any || copied;
		free(copy);
	}
	return any;
}

static bool
begin_link(struct program *program)
{
	struct separation *s = program->separation;
	struct command command = {0};

	if (!s->imports.n || !copy_objects(program))
		return end(program);
	program_link(program, &s->objects, s->path, &command);
	run_push(program->run, &command, STEP_LINK, program);
	return true;
}

bool
separate_begin(struct program *program)
{
	struct separation *s;
	struct image *image;

	if (program->target->qemu || program->tasks[0]->alone ||
	    !(image = image_open(program->path)))
		return false;
	s = program->separation = memory_new(sizeof *s);
	*s = (struct separation){.path = text_print("%s/separate", program->dir)};
	s->n = stub_start(image, s->start);
	image_add_imports(image, &s->imports);
	image_free(image);
	return begin_link(program);
}

/* Removes the imports that the program no longer has: what was only called has no address, and
   a place for the address may cause the linker to make a stub that has one. Returns whether any
   was removed. */
static bool
lost_imports(struct separation *s, const struct image *image)
{
	struct words left = WORDS_EMPTY, found = WORDS_EMPTY;
	bool lost;
	size_t i;

	image_add_imports(image, &found);
	for (i = 0; found.n && i < s->imports.n; i++)
		if (words_include((const char *const *)found.v, s->imports.v[i]))
			words_add(&left, s->imports.v[i]);
	lost = left.n < s->imports.n;
	words_free(&found);
	words_free(&s->imports);
	s->imports = left;
	return lost;
}

bool
separate_take(struct program *program, const struct outcome *outcome)
{
	struct separation *s = program->separation;
	struct image *image = NULL;
	bool again;

	if (!outcome_made(outcome, s->path) || !(image = image_open(s->path)))
		return end(program);
	again = lost_imports(s, image);
	if (!again && calls_are_separate(image, s->start, s->n))
		rename(s->path, program->path);
	image_free(image);
	return again ? begin_link(program) : end(program);
}

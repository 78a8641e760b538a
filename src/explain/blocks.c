#include <stdlib.h>
#include <string.h>

#include "explain/blocks.h"
#include "explain/canonical.h"
#include "util/memory.h"
#include "util/text.h"

/* An instruction of x86-64 is not longer. */
enum { LONGEST = 15 };

/* FNV-1a, with or without the names of registers. */
static uint64_t
hash_of(const char *s, size_t n, bool registers)
{
	const char *end = s + n;
	uint64_t hash = 14695981039346656037u;

	while (s < end) {
		hash = (hash ^ (unsigned char)*s) * 1099511628211u;
		s += *s == '%' && !registers
		         ? 1 + strspn(s + 1, "abcdefghijklmnopqrstuvwxyz0123456789")
		         : 1;
	}
	return hash;
}

static uint64_t
hash_line(const struct profile *profile, const struct profile_step *step)
{
	const char *file;
	uint64_t hash;

	if (!step->line)
		return 0;
	file = profile->files.v[step->file];
	hash = hash_of(file, strlen(file), true) + step->line;
	return hash ? hash : 1;
}

static int
by_address(const void *a, const void *b)
{
	const struct blocks_step *x = a, *y = b;

	return (x->shown.of->address > y->shown.of->address) -
	       (x->shown.of->address < y->shown.of->address);
}

/* Where a step jumps to, or NULL. */
static struct blocks_step *
target_of(const struct blocks *blocks, const struct profile_step *step)
{
	const struct profile_step target = {.address = step->target};
	const struct blocks_step key = {.shown.of = &target};

	if (!step->target)
		return NULL;
	return bsearch(
	    &key, blocks->steps, blocks->step_count, sizeof *blocks->steps, by_address);
}

static void
set_labels(struct blocks *blocks)
{
	struct blocks_step *target;
	unsigned last = 0;

	for (size_t i = 0; i < blocks->step_count; i++)
		if ((target = target_of(blocks, blocks->steps[i].shown.of)))
			target->shown.label = 1;
	for (size_t i = 0; i < blocks->step_count; i++)
		if (blocks->steps[i].shown.label)
			blocks->steps[i].shown.label = ++last;
	for (size_t i = 0; i < blocks->step_count; i++)
		if ((target = target_of(blocks, blocks->steps[i].shown.of)))
			blocks->steps[i].target = target->shown.label;
}

/* Whether it jumps to somewhere in its function, to an address that has no name. */
static bool
is_local_jump(const struct blocks_step *step)
{
	const char *text = step->shown.of->text;

	return step->target ||
	       (step->shown.of->target && text_begins(text + text_before_operand(text), "0x"));
}

static char *
blocks_text_of(const struct blocks_step *step)
{
	const char *text = step->shown.of->text;
	int n = (int)text_before_operand(text);

	if (step->target)
		return text_print("%.*s.%u", n, text, step->target);
	return is_local_jump(step) ? text_print("%.*s.out", n, text) : memory_copy(text);
}

static void
set_texts(struct blocks_step *step)
{
	const char *text = step->shown.of->text;
	size_t n;
	OWNED char *canonical = NULL;

	if (!text)
		return;
	n = canonical_mnemonic(text);
	canonical = is_local_jump(step) ? memory_copy_n(text, text_before_operand(text))
	                                : canonical_text(text);
	step->text = hash_of(canonical, strlen(canonical), true);
	step->shape = hash_of(canonical, strlen(canonical), false);
	step->mnemonic = hash_of(text, n, true);
	step->shown.text = blocks_text_of(step);
}

static bool
is_end(const struct profile_step *step)
{
	const char *text = step->text ? step->text : "";

	return step->kind == PROFILE_BRANCH || step->kind == PROFILE_JUMP ||
	       (step->kind == PROFILE_CALL &&
	           (text_begins(text, "ret") || text_begins(text, "bnd ret")));
}

static bool
begins_block(const struct blocks_step *step, const struct blocks_step *before)
{
	const struct profile_step *of = step->shown.of, *last = before->shown.of;

	return step->shown.label || is_end(last) || of->executions != last->executions ||
	       of->spent[FIELD_IR] != last->spent[FIELD_IR] ||
	       of->address - last->address > LONGEST;
}

static void
blocks_split(struct blocks *blocks)
{
	struct blocks_one *block = NULL;

	blocks->v = memory_array(blocks->step_count, sizeof *blocks->v);
	for (size_t i = 0; i < blocks->step_count; i++) {
		const struct blocks_step *step = &blocks->steps[i];

		if (!block || begins_block(step, step - 1)) {
			block = &blocks->v[blocks->n++];
			*block = (struct blocks_one){.first = i,
			    .executions = step->shown.loop ? step->shown.of->executions
			                                   : step->shown.of->spent[FIELD_IR]};
		}
		block->n++;
	}
}

struct blocks
blocks_make(
    const struct profile *profile, const struct profile_function *function, int64_t iterations)
{
	struct blocks blocks = {NULL, 0, NULL, 0};
	const struct profile_step *step;

	blocks.step_count = function->step_count;
	blocks.steps = memory_array(function->step_count, sizeof *blocks.steps);
	for (size_t i = 0; i < function->step_count; i++) {
		step = &function->steps[i];
		blocks.steps[i].shown.of = step;
		blocks.steps[i].shown.iterations = iterations;
		blocks.steps[i].shown.loop = step->executions && !step->spent[FIELD_IR];
		blocks.steps[i].line = hash_line(profile, step);
	}
	set_labels(&blocks);
	for (size_t i = 0; i < function->step_count; i++)
		set_texts(&blocks.steps[i]);
	blocks_split(&blocks);
	return blocks;
}

/* Whether two numbers are the same per iteration. */
static bool
blocks_same_number(
    const struct blocks_step *a, int64_t x, const struct blocks_step *b, int64_t y)
{
	if (a->shown.iterations == b->shown.iterations)
		return x == y;
	return (__int128)x * b->shown.iterations == (__int128)y * a->shown.iterations;
}

bool
blocks_same_step(const struct blocks_step *a, const struct blocks_step *b, field_set compared)
{
	const struct profile_step *x = a->shown.of, *y = b->shown.of;

	for (enum field f = 0; f < FIELD_COUNT; f++)
		if ((f == FIELD_IR || compared & FIELD_BIT(f)) &&
		    !blocks_same_number(a, x->spent[f], b, y->spent[f]))
			return false;
	return a->text && a->text == b->text;
}

bool
blocks_same(const struct blocks *a, const struct blocks *b, field_set compared)
{
	if (a->step_count != b->step_count)
		return false;
	for (size_t i = 0; i < a->step_count; i++)
		if (!blocks_same_step(&a->steps[i], &b->steps[i], compared) ||
		    a->steps[i].target != b->steps[i].target)
			return false;
	return true;
}

void
blocks_free(struct blocks *blocks)
{
	for (size_t i = 0; i < blocks->step_count; i++)
		free(blocks->steps[i].shown.text);
	free(blocks->steps);
	free(blocks->v);
}

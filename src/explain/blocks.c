#include <stdlib.h>
#include <string.h>

#include "code/assembly.h"
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

	return (x->of->address > y->of->address) - (x->of->address < y->of->address);
}

/* Returns the step that one jumps to, or NULL. */
static struct blocks_step *
target_of(const struct blocks *blocks, const struct profile_step *step)
{
	const struct profile_step target = {.address = step->target};
	const struct blocks_step key = {.of = &target};

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
		if ((target = target_of(blocks, blocks->steps[i].of)))
			target->label = 1;
	for (size_t i = 0; i < blocks->step_count; i++)
		if (blocks->steps[i].label)
			blocks->steps[i].label = ++last;
	for (size_t i = 0; i < blocks->step_count; i++)
		if ((target = target_of(blocks, blocks->steps[i].of)))
			blocks->steps[i].target = target->label;
}

/* A jump to an address without a name goes to somewhere in its function. */
static void
set_texts(struct blocks_step *step)
{
	const char *text = step->of->text;
	OWNED char *canonical = NULL;
	size_t n;

	if (!text)
		return;
	n = assembly_before_operand(text);
	if (step->target || (step->of->target && text_begins(text + n, "0x"))) {
		canonical = memory_copy_n(text, n);
		step->text = step->target ? text_print("%s.%u", canonical, step->target)
		                          : text_print("%s.out", canonical);
	} else {
		canonical = canonical_text(text);
		step->text = memory_copy(text);
	}
	step->hash = hash_of(canonical, strlen(canonical), true);
	step->shape = hash_of(canonical, strlen(canonical), false);
	step->mnemonic = hash_of(text, assembly_mnemonic(text), true);
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
	const struct profile_step *of = step->of, *last = before->of;

	return step->label || is_end(last) || of->executions != last->executions ||
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
			    .executions =
			        step->loop ? step->of->executions : step->of->spent[FIELD_IR]};
		}
		block->n++;
	}
}

struct blocks
blocks_make(
    const struct profile *profile, const struct profile_function *function, int64_t iterations)
{
	struct blocks blocks = {NULL, 0, NULL, 0};

	blocks.step_count = function->step_count;
	blocks.steps = memory_array(function->step_count, sizeof *blocks.steps);
	for (size_t i = 0; i < function->step_count; i++) {
		const struct profile_step *step = &function->steps[i];

		blocks.steps[i] = (struct blocks_step){.of = step,
		    .iterations = iterations,
		    .loop = step->executions && !step->spent[FIELD_IR],
		    .line = hash_line(profile, step)};
	}
	set_labels(&blocks);
	for (size_t i = 0; i < function->step_count; i++)
		set_texts(&blocks.steps[i]);
	blocks_split(&blocks);
	return blocks;
}

bool
blocks_same_step(const struct blocks_step *a, const struct blocks_step *b, field_set compared)
{
	const struct profile_step *x = a->of, *y = b->of;

	for (enum field f = 0; f < FIELD_COUNT; f++)
		if ((f == FIELD_IR || compared & FIELD_BIT(f)) &&
		    (__int128)x->spent[f] * b->iterations !=
		        (__int128)y->spent[f] * a->iterations)
			return false;
	return a->hash && a->hash == b->hash;
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
		free(blocks->steps[i].text);
	free(blocks->steps);
	free(blocks->v);
}

#pragma once

#include "explain/explanation.h"

/* The basic blocks of one function on one side, by address. */

struct blocks_step {
	struct explanation_step shown;
	unsigned target; /* of a jump: the label that it goes to; 0: to none */
	/* Hashes of its canonical text without the target of a jump, of that without the names
	   of registers, of its mnemonic, and of its source line, which is 0 if unknown. */
	uint64_t text, shape, mnemonic, line;
};

/* Steps that follow each other and are executed equally often. A block begins where a jump
   goes, after a jump or return, where steps are executed more or less often than before, and
   after a gap that is too wide for one instruction. */
struct blocks_one {
	size_t first, n;    /* in steps */
	int64_t executions; /* of each, as in struct explanation_block */
};

struct blocks {
	struct blocks_step *steps;
	size_t step_count;
	struct blocks_one *v;
	size_t n;
};

struct blocks blocks_make(
    const struct profile *profile, const struct profile_function *function, int64_t iterations);
/* Whether the instruction of two steps is the same, but for where it jumps to, and costs the
   same per iteration in Ir and the fields compared. */
bool blocks_same_step(
    const struct blocks_step *a, const struct blocks_step *b, field_set compared);
/* Whether both are the same code with the same counts, with the same jumps. */
bool blocks_same(const struct blocks *a, const struct blocks *b, field_set compared);
/* Frees the texts of the steps, too; set those to NULL that another one owns now. */
void blocks_free(struct blocks *blocks);

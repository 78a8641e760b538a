#pragma once

#include "model/field.h"
#include "model/profile.h"

/* The code of one function on one side: its instructions, by address, in basic blocks. */

/* An instruction. */
struct blocks_site {
	const struct profile_site *of;
	/* Its text, where the target of a jump within the function is a local label: ".1", or
	   ".out" for what is not executed in an iteration. NULL: unknown. */
	char *text;
	int64_t iterations; /* that its counts are totals over */
	unsigned label;     /* jumps of this function refer to it by this number; 0: none do */
	unsigned target;    /* of a jump: the label that it goes to; 0: to none */
	/* It is the loop's own: it was executed, but the loop without code executes it as
	   often, so it costs nothing. */
	bool loop;
	/* Hashes of its canonical text without the target of a jump, of that without the names
	   of registers, of its mnemonic, and of its source line; 0: unknown. */
	uint64_t hash, shape, mnemonic, line;
};

/* Steps that follow each other and are executed equally often. A block begins where a jump
   goes, after a jump or return, where sites are executed more or less often than before, and
   after a gap that is too wide for one instruction. */
struct blocks_one {
	size_t first, n;    /* in sites */
	int64_t executions; /* of each, as in struct explanation_block */
};

struct blocks {
	struct blocks_site *sites;
	size_t site_count;
	struct blocks_one *v;
	size_t n;
};

/* Borrows the profile. */
struct blocks blocks_make(
    const struct profile *profile, const struct profile_function *function, int64_t iterations);
/* Returns true if the instruction of two sites is the same, but for where it jumps to, and
   costs the same per iteration in Ir and the fields compared. */
bool blocks_same_site(
    const struct blocks_site *a, const struct blocks_site *b, field_set compared);
/* Returns true if both are the same code with the same counts, with the same jumps. */
bool blocks_same(const struct blocks *a, const struct blocks *b, field_set compared);
void blocks_free(struct blocks *blocks);

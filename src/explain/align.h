#ifndef ALIGN_H
#define ALIGN_H

#include "explain/blocks.h"

/* Puts instructions of two blocks side by side. */

struct align_pair {
	size_t of[EXPLANATION_SIDES]; /* index of an instruction, or ALIGN_NONE */
};

#define ALIGN_NONE ((size_t)-1)

/* Aligns n instructions with m others: those that are the same, or at least have the same
   mnemonic, come next to each other as far as both orders allow; between these, the others in
   order. Writes at most n + m pairs, in which every instruction is once and in order, and
   returns how many. Too many instructions are aligned one by one. */
size_t align_steps(const struct blocks_step *a, size_t n, const struct blocks_step *b, size_t m,
    struct align_pair *pairs);

#endif

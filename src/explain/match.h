#pragma once

#include "explain/explanation.h"

/* Finds the functions, and the parts of their code, that are the same on two sides. */

/* The function has no partner. */
#define MATCH_NONE ((size_t)-1)

/* An array of n partners, all MATCH_NONE. The caller frees. */
size_t *match_none(size_t n);
/* Finds the functions of two profiles that are the same, though another compiler, version or
   build moved or renamed them: the tests' own; those of one name in one library, with canonical
   names if need be (see canonical.h); those of one name elsewhere. If several have the same
   name, their source file and the likeness of their code decide.
   blocks: of each function of a side. partners: of each side, from match_none, where it writes
   the index on the other one. */
void match_functions(const struct profile *const profiles[EXPLANATION_SIDES],
    const struct blocks *const blocks[EXPLANATION_SIDES],
    size_t *const partners[EXPLANATION_SIDES]);
/* Sets the blocks of a function, which may be on both sides, and whether it is equal. Blocks
   with similar instructions from the same source lines that are executed equally often
   correspond to each other. blocks: of each side, which must outlive the function. explanation:
   for its order and what it compares. */
void match_blocks(const struct explanation *explanation,
    const struct blocks *const blocks[EXPLANATION_SIDES],
    struct explanation_function *function);

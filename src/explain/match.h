#pragma once

#include "explain/blocks.h"

/* Which functions and which parts of their code are the same on two sides. */

/* No partner. */
#define MATCH_NONE ((size_t)-1)

/* Finds the functions of two profiles that are the same, though another compiler, version or
   build moved or renamed them: the tests' own; those of one name in one library, with canonical
   names if need be (see canonical.h); those of one name elsewhere. Where several have the same
   name, their source file and the likeness of their code decide.
   blocks: of each function of a side. partners: of each side, the index on the other one or
   MATCH_NONE; the caller has made room for one of each function. */
void match_functions(const struct profile *const profiles[EXPLANATION_SIDES],
    const struct blocks *const blocks[EXPLANATION_SIDES],
    size_t *const partners[EXPLANATION_SIDES]);
/* The code of a function: its blocks on one side, or those of both sides, where blocks with
   similar instructions from the same source lines that are executed equally often correspond
   to each other. Takes the texts from the blocks. explanation: for its order and what it
   compares. */
struct explanation_function match_code(
    const struct explanation *explanation, struct blocks *const blocks[EXPLANATION_SIDES]);

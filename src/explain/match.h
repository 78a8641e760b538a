#ifndef MATCH_H
#define MATCH_H

#include "explain/blocks.h"
#include "explain/similar.h"

/* Finds the functions of two profiles that are the same, though another compiler, version or
   build moved or renamed them: the tests' own; those of one name in one library, with canonical
   names if need be (see canonical.h); those of one name elsewhere. Where several have the same
   name, their source file and the likeness of their code decide. */

/* blocks: of each function of a side. partners: see similar_marry; the caller has made room for
   one of each function. */
void match_functions(const struct profile *const profiles[EXPLANATION_SIDES],
    const struct blocks *const blocks[EXPLANATION_SIDES],
    size_t *const partners[EXPLANATION_SIDES]);

#endif

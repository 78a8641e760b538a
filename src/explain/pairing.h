#ifndef PAIRING_H
#define PAIRING_H

#include "explain/blocks.h"

/* The code of a function: its blocks on one side, or those of both sides, where blocks with
   similar instructions from the same source lines that are executed equally often correspond
   to each other. Takes the texts from the blocks. explanation: for its order and what it
   compares. */
struct explanation_function pairing_make(
    const struct explanation *explanation, struct blocks *const blocks[EXPLANATION_SIDES]);

#endif

#ifndef ROWS_H
#define ROWS_H

#include "explain/explanation.h"

/* The parts of an explanation that sum steps by what they have in common, whichever functions
   they are in. The explanation gives profiles and order. */

/* By kind of instruction, with the mnemonics as notes. */
struct explanation_part rows_by_kind(const struct explanation *explanation);
/* By source line. Libraries are a row each, and so are headers that are not the user's, and all
   instructions without a line. */
struct explanation_part rows_by_line(const struct explanation *explanation);
/* Puts the rows in order. first[i]: row i is before those for which it is false; NULL: for
   none. Returns the former indices, which the caller frees. */
size_t *rows_sort(
    const struct explanation *explanation, struct explanation_part *part, const bool *first);

#endif

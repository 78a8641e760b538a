#ifndef ROWS_H
#define ROWS_H

#include "explain/explanation.h"

/* Sums of the steps of one or two profiles by what they have in common. The explanation gives
   the order of the rows, and the number of profiles. */

struct explanation_part rows_by_kind(const struct explanation *explanation,
    const struct profile *const profiles[EXPLANATION_SIDES]);

#endif

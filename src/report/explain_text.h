#ifndef EXPLAIN_TEXT_H
#define EXPLAIN_TEXT_H

#include <stdio.h>

#include "compare/comparison.h"

/* Prints where the counts of a test on a put come from, or, unless the put is the norm, why
   they differ from the norm's: in the fields of the view, for its terminal, or 80 columns if
   the width is unknown. all: also what is the same on both, and all code. A cell without a
   profile is one line that says why. An empty line comes first. */
void explain_text(const struct comparison *comparison, size_t test, size_t put,
    const struct view *view, bool all, FILE *out);

#endif

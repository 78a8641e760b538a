#ifndef SELECTION_EXPLAIN_H
#define SELECTION_EXPLAIN_H

#include "explain/explanation.h"
#include "explain/selection.h"

/* Makes the explanation of what is selected, whose cells must have profiles: with two sides,
   of which the norm is the first, or of the put alone. Code is equal if it is in the fields
   selected. The caller frees. */
struct explanation *selection_explain(
    const struct selected *selected, const struct comparison *comparison);

#endif

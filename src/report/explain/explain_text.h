#ifndef EXPLAIN_TEXT_H
#define EXPLAIN_TEXT_H

#include <stdio.h>

#include "explain/selection.h"

/* Prints for each count selected where it comes from or, if it is compared, why it differs from
   the norm's. All cells must have profiles, see selection_settle. The view decides on colours
   and on the width of lines, which is 80 columns if it is unknown. An empty line comes first.
 */
void explain_text(const struct comparison *comparison, const struct selection *selection,
    const struct view *view, FILE *out);

#endif

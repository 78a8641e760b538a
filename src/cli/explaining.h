#ifndef EXPLAINING_H
#define EXPLAINING_H

#include "cli/measuring.h"
#include "explain/selection.h"

/* What --explain does before anything is printed. */

/* Selects what is explained, and measures again, with profiles, those cells that were measured
   without. rulings: of the gates, or NULL; comparison: of the plan's results, or of columns
   arranged from them. Returns lines that say what cannot be explained and why; the caller
   frees. */
struct words explaining_select(struct selection *selection, const struct comparison *comparison,
    const struct rulings *rulings, struct plan *plan, const struct measuring *measuring,
    const struct options *o);

#endif

#ifndef EXPLAIN_PREPARE_H
#define EXPLAIN_PREPARE_H

#include "cli/measure_setup.h"
#include "explain/selection.h"

/* What --explain does before anything is printed. */

/* Selects what is explained, and measures again, with profiles, those cells that were measured
   without. rulings: of the gates, or NULL; comparison: of the plan's results, or of columns
   arranged from them. Returns lines that say what cannot be explained and why; the caller
   frees. */
struct words explain_prepare(struct selection *selection, const struct comparison *comparison,
    const struct rulings *rulings, struct plan *plan, const struct measure_setup *setup,
    const struct options *o);
/* Adds to the selection the sources of its tests that stand alone, for puts of each language.
 */
void explain_prepare_sources(struct selection *selection, const struct comparison *comparison,
    const struct languages *languages);

#endif

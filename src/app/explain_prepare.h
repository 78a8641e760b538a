#pragma once

#include "app/measure_setup.h"
#include "explain/selection.h"

/* Prepares --explain before anything is printed: selects what is explained, measures
   again, with profiles, those cells that were measured without, and adds the sources that the
   formats show. rulings: of the gates, or NULL; comparison: of the plan's results, or of
   columns arranged from them; setup: may be NULL if the plan has no targets. Returns lines that
   say what cannot be explained and why; the caller frees. */
struct words explain_prepare(struct selection *selection, const struct comparison *comparison,
    const struct rulings *rulings, struct plan *plan, const struct measure_setup *setup,
    const struct options *o);

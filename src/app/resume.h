#pragma once

#include "app/options.h"
#include "input/target.h"
#include "measure/config.h"

/* With --write=FILE, what a run has measured is kept in FILE.partial until FILE is written: a
   saved file without the cells that have no result yet. --resume takes it over. */

/* results: complete but for the cells; borrowed. With --write, sets config's partial. If a run
   goes on, sets the date of provenance to its date. Ends the program with STATUS_USAGE if
   FILE.partial is of another run. */
void resume_begin(struct partial *partial, const struct results *results, struct config *config,
    struct provenance *provenance, const struct targets *targets, const struct options *o);
/* Accepts one that is all zero. */
void resume_free(struct partial *partial);

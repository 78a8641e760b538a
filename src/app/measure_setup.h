#pragma once

#include "app/plan.h"
#include "app/resume.h"
#include "measure/measure.h"

/* The tools that measure a plan's puts: kept until the end, to measure some cells again. It
   must not move between measure_setup_run and measure_setup_end. Start from {0}. */
struct measure_setup {
	struct valgrind valgrind;
	struct qemus qemus;
	struct object_store objects;
	struct words unforkable;
	struct host_files files;
	struct config config;
	struct partial partial;       /* what is kept of the run, with --write */
	struct provenance provenance; /* of the puts, with --write */
};

/* The fields that are shown, judged or written, and those that they are derived from. */
field_set measure_setup_fields(const struct plan *plan, const struct options *o);
/* Notes when the run begins and, because of --write, at which commit. To be called before the
   benchfile is read. */
void measure_setup_note(struct measure_setup *setup, const struct options *o);
/* Finds valgrind, and adds the options' puts to the results of the plan, measured in every way
   that the options ask for. Ends the program if valgrind is missing, or refuses the options.
   *failures: how many cells failed, in whatever layout; *unknown: as hoist_find. */
enum measure_end measure_setup_run(struct measure_setup *setup, struct plan *plan,
    struct options *o, size_t *failures, size_t *unknown);
/* Accepts one that is all zero. */
void measure_setup_end(struct measure_setup *setup);

#ifndef MEASURING_H
#define MEASURING_H

#include "cli/plan.h"
#include "measure/measure.h"

/* What a plan's puts are measured with: kept until the end, to measure some cells again. It
   must not move between measuring_begin and measuring_end. Start from {0}. */
struct measuring {
	struct valgrind valgrind;
	struct qemus qemus;
	struct object_store objects;
	struct config config;
	struct provenance provenance; /* of the puts, with --write */
};

/* The fields that are shown, judged or written, and those that they are derived from. */
field_set measuring_fields(const struct plan *plan, const struct options *o);
/* Notes when the run begins and, because of --write, at which commit. To be called before the
   benchfile is read. */
void measuring_note(struct measuring *measuring, const struct options *o);
/* Finds valgrind. Ends the program if there is none, or if it refuses the options. */
void measuring_begin(
    struct measuring *measuring, const struct plan *plan, const struct options *o);
/* Adds the options' puts to the results of the plan, measured in every way that the options ask
   for. *failures: how many cells failed, in whatever layout; *unknown: as hoist_find. */
enum measure_end measuring_run(struct measuring *measuring, struct plan *plan,
    struct options *o, size_t *failures, size_t *unknown);
/* Accepts one that is all zero. */
void measuring_end(struct measuring *measuring);

#endif

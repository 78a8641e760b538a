#ifndef RECORDER_H
#define RECORDER_H

#include "compare/conditions.h"
#include "history/history.h"

/* Collects what a history needs of saved runs, which are read one after the other, in any
   order. */

/* In place of a position: there is none. */
#define RECORDER_NONE ((size_t)-1)

/* A cell that was tried. */
struct recorded_cell {
	size_t test, label;   /* positions in the recorder */
	size_t why;           /* of a failure: a position */
	uint64_t text_hash;   /* 0: unknown */
	verdict_set verdicts; /* unexpected ones */
	bool failed, once;
};

struct recorded_run {
	struct history_run run; /* without a name */
	/* By label, for as many as there were then: */
	size_t label_count;
	size_t *conditions; /* positions; RECORDER_NONE: the run lacks the label */
	size_t *commands;
	struct recorded_cell *cells;
	double *values; /* field_count for each cell; NAN: unknown */
	size_t cell_count;
};

struct recorder {
	const struct fields *fields; /* borrowed */
	enum field shown[FIELD_NONE];
	size_t field_count;
	struct tests tests; /* only names, in the order in which they were found */
	struct words labels, failures, commands;
	struct conditions conditions;
	struct recorded_run *runs;
	size_t run_count;
};

/* fields: of all runs, borrowed; shown: those that the history has. */
void recorder_make(struct recorder *recorder, const struct fields *fields, field_set shown);
/* Adds a run; the results may be freed then. */
void recorder_add(struct recorder *recorder, const struct results *results, const char *file);
/* Adds a run without counts, and why. provenance: of its commit; NULL: unknown. */
void recorder_add_wrong(struct recorder *recorder, const char *file, const char *why,
    const struct provenance *provenance);
void recorder_free(struct recorder *recorder);

#endif

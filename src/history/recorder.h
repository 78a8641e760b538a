#pragma once

#include "history/history.h"
#include "model/filter.h"

/* Collects what a history needs of saved runs, which are read one after the other, in any
   order. */

/* In place of a position: there is none. */
#define RECORDER_NONE ((size_t)-1)

/* The conditions that the counts of a put were taken under, as far as comparisons of one label
   over time need to know: its program, its fingerprint, and the loop counts. Equal ones are
   kept once. Start from zeros. */
struct conditions {
	struct condition {
		struct put put; /* exe and fingerprint only */
		unsigned long loops[LENGTH_COUNT];
	} * v;
	size_t n;
};

/* A cell that was tried. */
struct recorded_cell {
	size_t test, label; /* positions in the recorder */
	struct history_point point;
	uint64_t text_hash; /* 0: unknown */
	unsigned long ops;  /* that its values are divided by */
	bool once;
};

struct recorded_run {
	struct history_run run; /* without a name */
	/* These are indexed by label, and have as many as there were then: */
	size_t label_count;
	size_t *conditions; /* positions; RECORDER_NONE: the run lacks the label */
	size_t *commands;
	struct recorded_cell *cells;
	double *values; /* of the points, field_count for each cell */
	size_t cell_count;
};

struct recorder {
	const struct fields *fields; /* borrowed */
	field_set fields_shown;
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

/* Makes the history of n recorded runs in that order, the oldest first: of the labels, or of
   all if there are none, and of the tests that the filter matches, or of all if it is NULL. The
   recorder must not change, or be freed, while the history is used. */
void history_make(struct history *history, const struct recorder *recorder, const size_t *order,
    size_t n, const struct words *labels, const struct filter *tests);

/* Why counts under a and later under b are not comparable, "the C library ('2.36', '2.37')";
   NULL if they are, or if that is unknown. once: of a test that is run once, without loops. The
   caller frees. */
char *conditions_change(const struct conditions *conditions, size_t a, size_t b, bool once);

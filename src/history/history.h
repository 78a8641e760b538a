#pragma once

#include "compare/change.h"
#include "model/put.h"
#include "util/words.h"

/* Saved runs, oldest first, and what became of each test on each label. Counts have no noise:
   where two points differ, there is a step, however small. Borrowed memory belongs to the
   recorder of the runs. */

struct history_run {
	char *file; /* as the user named it; borrowed */
	char *name; /* what it is called in tables: the first digits of its commit, or else the
	               base name of the file without ".json"; unique in the history; owned */
	/* Why the run has no counts, and so no points, in one line: its file could not be read,
	   or its commit not be measured. Borrowed; NULL: it has counts. */
	char *wrong;
	struct provenance provenance; /* of all its puts, clean if all are; borrowed */
	bool mixed; /* its puts were measured at different commits: its provenance has none, and
	               the newest date */
	bool unknown; /* a put has no fingerprint: it is unknown whether its counts are
	                 comparable with those of other runs */
};

enum history_state {
	HISTORY_ABSENT, /* the run does not have the test or the label: a gap */
	HISTORY_FAILED,
	HISTORY_MEASURED
};

/* The value or failure of a test on a label in one run. */
struct history_point {
	enum history_state state;
	/* Why it cannot be compared with the measured points since the last break: 1 + an
	   index into breaks; 0: it can, or there are none. */
	size_t broken;
	size_t why;           /* of a failure: an index into failures */
	verdict_set verdicts; /* that the test does not expect: the value means less */
	const double *values; /* in the fields shown, NAN: unknown; borrowed; NULL: none */
};

/* In breaks: of a series, not of all on a label. */
#define HISTORY_TEXT "the text of the test"

struct history {
	const struct fields *fields;  /* borrowed */
	enum field shown[FIELD_NONE]; /* that the history has, in order; the first decides */
	size_t field_count;
	struct history_run *runs;
	size_t run_count;
	size_t compared;       /* the run whose puts reports compare: the newest with a cell */
	struct words labels;   /* in the order of the newest run that has them */
	struct words tests;    /* those of the newest run in its order, then older ones */
	struct words breaks;   /* "the text of the test", "the C library ('2.36', '2.37')" */
	struct words failures; /* "compile: exited with status 1"; borrowed */
	/* The command line of a label in a run, which breaks nothing: 1 + an index into
	   commands; 0: the run lacks the label. Indexed by label and run. */
	size_t *command;
	struct words commands;        /* borrowed */
	struct history_point *points; /* by series, which is test * labels.n + label, and run */
};

/* Two neighbouring known values of a series without a break between them that differ, by
   however little. */
struct history_step {
	size_t before, run;   /* runs; before < run, and no known value between them */
	struct change change; /* from the value at before to that at run: CHANGE_BETTER or
	                         CHANGE_WORSE */
};

const struct history_point *history_point(
    const struct history *history, size_t test, size_t label, size_t run);
/* Returns true if any run has the test on the label, measured or failed. */
bool history_has(const struct history *history, size_t test, size_t label);
/* The value in the k-th of the fields shown, per operation; see calc_value. */
struct value history_value(
    const struct history *history, size_t test, size_t label, size_t run, size_t k);
/* The steps of a series in the k-th field, oldest first. Returns how many; the caller frees
 *steps. */
size_t history_steps(const struct history *history, size_t test, size_t label, size_t k,
    struct history_step **steps);
/* The largest of them in per cent, the newest of equals. Returns how many there are; without
   one, largest is all zero. */
size_t history_largest(const struct history *history, size_t test, size_t label, size_t k,
    struct history_step *largest);
/* Compares two values: CHANGE_SAME only if both are equal but for the last bits of what was
   calculated. */
struct change history_change(
    const struct history *history, size_t k, struct value from, struct value to);
/* The first and the last measured point after the last break; false: there are no two. */
bool history_ends(
    const struct history *history, size_t test, size_t label, size_t *first, size_t *last);
/* Returns the change of a series until the newest run, from its first measured point after its
   last break to its last, whose runs are stored: CHANGE_FAILED or CHANGE_MISSING if it did in
   the newest run, CHANGE_UNTRIED if there are no two values. */
struct change history_course(const struct history *history, size_t test, size_t label, size_t k,
    size_t *first, size_t *last);
/* The larger of the change of a series after its last break and of its largest step, in per
   cent: a series may go up and come back. */
double history_size(const struct history *history, size_t test, size_t label, size_t k);
/* Keeps, if changed is set, only tests that changed on a label: in the first field by a step of
   more than least per cent, or in their text, or because they failed or the newest run lacks
   them. Then, if sort is set, sorts them by the larger of their change from the first to the
   last value and their largest step, on any label: descending, ties in the order there was. */
void history_arrange(struct history *history, bool changed, double least, bool sort);
void history_free(struct history *history);

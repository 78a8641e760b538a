#pragma once

#include "compare/ruling.h"
#include "explain/explanation.h"
#include "model/standalone_source.h"

/* The counts that --explain explains, in the order of printing. */

/* A test on a put, compared with the same test on another one, or alone. */
struct selected {
	size_t test, put;
	size_t norm;      /* the put that it is compared with, or SELECTED_ALONE */
	field_set fields; /* never empty, and without the size and what needs profiles */
};

/* In place of a put to compare with. */
#define SELECTED_ALONE ((size_t)-1)

struct selection {
	struct selected *v;
	size_t n;
	bool all;      /* also what is equal, or costs little */
	bool intel;    /* x86-64 code in Intel's syntax */
	bool annotate; /* sources in place of code */
	size_t broken; /* tests that are above a limit, selected or not */
	/* The sources of the tests, in their order; only a bug report has any. */
	struct standalone_sources sources;
};

/* Selects what the view shows, in its order: each test on each put against the norm, or alone
   if it is the only put shown; of a summary what it lists. fields: in which; 0: Ir. */
void selection_of_view(struct selection *selection, const struct comparison *comparison,
    const struct view *view, field_set fields);
/* Selects the counts above a gate's limit, the largest change first, of no more than most
   tests. fields: in which besides the gate's. */
void selection_of_gates(struct selection *selection, const struct comparison *comparison,
    const struct rulings *rulings, field_set fields, size_t most);
/* Keeps what can be explained: if one cell of a pair has no profile, the other one remains
   alone, and fields that an engine did not count are left out, or Ir takes their place.
   Returns lines that say what was left out and why, without those cells that have failed, about
   which more was said elsewhere. */
struct words selection_settle(struct selection *selection, const struct results *results);
/* The put whose counts are shown beside the selected ones, even if it has no profile to explain
   the difference with; or SELECTED_ALONE. */
size_t selection_norm(const struct selected *selected, const struct comparison *comparison);
/* Makes the explanation of what is selected, whose cells must have profiles: with two sides,
   the norm first, or of the put alone. Code is equal if it is in the fields
   selected. The caller frees. */
struct explanation *selection_explain(
    const struct selected *selected, const struct comparison *comparison);
void selection_free(struct selection *selection);

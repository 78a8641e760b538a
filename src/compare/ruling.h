#ifndef RULING_H
#define RULING_H

#include <stdbool.h>

#include "compare/gate.h"
#include "compare/view.h"
#include "model/results.h"

/* What gates say of results. A gate is judged of every test that it concerns on every put but
   the norm; where that cannot be done it is unjudged, which is never a pass. */

/* A count above its limit, or why a gate is unjudged on a put. */
struct ruling {
	const struct gate *gate;
	const char *label; /* of the put; borrowed, as is the gate */
	char *test;        /* whose count it is, or NULL */
	double norm, count;
	char *why; /* it is unjudged, or NULL */
};

struct rulings {
	const char *norm; /* its label; borrowed */
	struct ruling *v; /* in the order of gates, puts, tests */
	size_t n;
	size_t judged, broken, unjudged; /* judged and broken count counts */
	size_t added; /* tests that the norm does not have, which a gate lets pass */
};

/* same: all puts should be what the norm was, a baseline, so that the C library and the
   compiler must be those of then as well. */
void rulings_make(struct rulings *rulings, const struct results *results,
    const struct gates *gates, const struct view *view, bool same);
/* STATUS_FAILURE where a gate is unjudged, STATUS_NO where one is broken. */
int rulings_status(const struct rulings *rulings);
/* "sort on new: Ir is 74.0, on baseline 73.0: +1.0 (+1.37 %)", with so many decimals that the
   two are not the same; or "unjudged on new: ...". The caller frees. */
char *ruling_text(const struct ruling *ruling, const char *norm);
/* "14 counts judged, 1 above the limit, ..."; the caller frees. */
char *rulings_summary(const struct rulings *rulings);
/* A line for each on stderr, and the summary. */
void rulings_say(const struct rulings *rulings);
void rulings_free(struct rulings *rulings);

#endif

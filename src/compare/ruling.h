#pragma once

#include <stdbool.h>

#include "compare/comparison.h"
#include "compare/gate.h"

/* Judges results by gates. Each gate judges every test it applies to, on every put except
   the norm, whether the test is shown or not. A gate that cannot judge is unjudged, which is
   never a pass. */

/* A count above its limit, or the reason why a gate is unjudged on a put. */
struct ruling {
	const struct gate *gate; /* borrowed */
	const char *label;       /* of the put; borrowed */
	const char *test;        /* with the count; borrowed; NULL if unjudged */
	struct change change;    /* of the count */
	char *why;               /* the gate is unjudged; NULL otherwise */
};

struct rulings {
	const char *norm; /* its label; borrowed, NULL: nothing is compared */
	struct gates budgets;
	const struct fields *fields; /* of the results; borrowed */
	struct ruling *v;            /* sorted by gate, then put, then test */
	size_t n;
	size_t judged;   /* counts */
	size_t above;    /* counts above their limit, or below it if higher is better */
	size_t unjudged; /* rulings that give a reason */
	size_t added;    /* tests that the norm does not have; gates let them pass */
};

/* same: the puts are meant to be what the norm was when it was saved as a baseline, so that the
   versions of the compiler and of the C library must be equal too. */
void rulings_make(struct rulings *rulings, const struct comparison *comparison,
    const struct gates *gates, bool same);
/* Judges the tests by their budgets, on the puts from the first one given. */
void rulings_add_budgets(struct rulings *rulings, const struct results *results, size_t first);
/* Returns STATUS_FAILURE if a gate is unjudged, STATUS_NO if a count is above its limit, else
   STATUS_OK. */
int rulings_status(const struct rulings *rulings);
/* "sort on new: Ir is 74.0, on baseline 73.0: +1.0 (+1.37 %)", with enough decimals to tell the
   two apart, or "..., its budget 73.0: ..."; or "unjudged on new: ...". The caller frees. */
char *ruling_text(const struct rulings *rulings, size_t i);
/* "14 counts judged, 1 above the limit, ..."; the caller frees. */
char *rulings_summary(const struct rulings *rulings);
/* Each ruling and the summary, safe for display. The caller frees. */
struct words rulings_lines(const struct rulings *rulings);
void rulings_free(struct rulings *rulings);

#ifndef EXPLANATION_MAKE_H
#define EXPLANATION_MAKE_H

#include "explain/explanation.h"

/* Makes explanations from profiles. */

struct explanation_request {
	/* The second one is NULL to explain the first alone. They must outlive the
	   explanation. */
	const struct profile *profiles[EXPLANATION_SIDES];
	/* What the table divides the counts of a side by: iterations, times the ops of an
	 * iteration. */
	int64_t iterations[EXPLANATION_SIDES];
	field_set lacks[EXPLANATION_SIDES]; /* counted fields that its engine does not count */
	const struct fields *fields;        /* of the results; borrowed, too */
	enum field by; /* what rows and blocks are sorted by; may be derived */
	/* Code is equal if its counts in these fields are; Ir is always one of them. */
	field_set compared;
};

struct explanation *explanation_make(const struct explanation_request *request);

#endif

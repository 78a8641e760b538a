#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "explain/explanation.h"

/* Makes explanations from profiles. */

struct explain_request {
	/* The second one is NULL to explain the first alone. They must outlive the
	   explanation. */
	const struct profile *profiles[EXPLANATION_SIDES];
	int64_t turns; /* what the table divides by: turns, times the ops of a turn */
	const struct fields *fields; /* of the results; borrowed, too */
	enum field by;               /* what rows and blocks are sorted by; may be derived */
};

struct explanation *explain_make(const struct explain_request *request);

#endif

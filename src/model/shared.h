#pragma once

#include "util/words.h"

/* The objects that the parts of a test share on a put: names in the test's language, and paths
   to members of objects, such as "position.x". */
struct shared {
	/* "pre" may change these, and the code can name them: the compiler must compute it
	   before the code, */
	struct words held;
	/* and what "post" reads before it sets it: the compiler must not compute it earlier. */
	struct words renewed;
	/* All that parameters and "setup" declare; not saved. */
	struct words declared;
	/* The number of stores in the operands of the test's boxes, except those to a whole
	   object; not saved. */
	size_t stores;
};

void shared_free(struct shared *shared);

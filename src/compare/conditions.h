#ifndef CONDITIONS_H
#define CONDITIONS_H

#include "model/results.h"

/* Under which conditions the counts of a put were taken, as far as comparisons of one label
   over time need to know: its program, its fingerprint, and the loop counts. Equal ones are
   kept once. Start from zeros. */
struct conditions {
	struct condition {
		struct put put; /* exe and fingerprint only */
		unsigned long loops[LENGTH_COUNT];
	} * v;
	size_t n;
};

/* The position of the conditions of a put, to which they are added if need be. */
size_t conditions_of(
    struct conditions *conditions, const struct put *put, const unsigned long *loops);
/* Why counts under a and later under b are not comparable, "the C library ('2.36', '2.37')";
   NULL if they are, or if that is unknown. once: of a test that is run once, without loops. The
   caller frees. */
char *conditions_change(const struct conditions *conditions, size_t a, size_t b, bool once);
void conditions_free(struct conditions *conditions);

#endif

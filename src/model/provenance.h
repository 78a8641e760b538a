#ifndef PROVENANCE_H
#define PROVENANCE_H

#include <stdbool.h>
#include <stdint.h>

/* When the counts of a put were measured, and at which commit of the work tree that cgbench was
   started in. It is saved with them, to order runs and to name their steps; counts do not
   depend on it. Times are seconds since 1970, UTC. */
struct provenance {
	int64_t date;      /* when the run began; 0: unknown, the file is an older one */
	char *commit;      /* in hexadecimal, whole; owned, NULL: not in a work tree */
	char *subject;     /* the first line of its message; owned, NULL without a commit */
	int64_t committed; /* the committer's date */
	bool clean;        /* no file that git tracks differed from the commit during the run */
};

struct provenance provenance_copy(const struct provenance *provenance);
void provenance_free(struct provenance *provenance);

#endif

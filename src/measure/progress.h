#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

/* How far measuring has come, for somebody who waits at a terminal: one line at the end of
   stderr, which goes away by itself. Elsewhere nothing is shown. */
struct progress {
	bool shown;
	size_t cells, over;  /* how many there are, and are over */
	size_t steps, taken; /* likewise, of the work to be done */
	double begun, drawn; /* in seconds, of a clock that only goes forward */
	const char *test, *label;
};

/* What the parts of a cell take, roughly, in steps. */
enum { PROGRESS_COMPILED = 4, PROGRESS_FORKED = 2, PROGRESS_STARTED = 80 };

/* shown: whether it is wanted where there is a terminal. */
void progress_begin(struct progress *progress, size_t cells, size_t steps, bool shown);
/* So many steps more were taken. */
void progress_step(struct progress *progress, size_t steps);
/* A cell is over. */
void progress_cell(struct progress *progress);
/* Such a cell is being measured; both are borrowed until the next one is. */
void progress_at(struct progress *progress, const char *test, const char *label);
void progress_end(struct progress *progress);

#endif

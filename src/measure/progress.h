#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Shows how far measuring has come: one line at the end of stderr, removed when it is done.
   Nothing is shown unless stderr is a terminal. */
struct progress {
	bool shown;
	size_t cells, finished; /* in total, and finished */
	size_t effort, done;    /* in total, and done */
	double begun, drawn;    /* in seconds, by a monotonic clock */
	const char *test, *label;
};

/* The effort of the parts of a cell, roughly, for the estimate of the time left. */
enum { PROGRESS_COMPILED = 4, PROGRESS_FORKED = 2, PROGRESS_STARTED = 80 };

/* shown: false if it is not wanted even on a terminal. */
void progress_begin(struct progress *progress, size_t cells, size_t effort, bool shown);
/* So much more effort is done, and cells finished. */
void progress_add(struct progress *progress, size_t effort, size_t cells);
/* A cell is being measured. Both strings are borrowed until the next call. */
void progress_at(struct progress *progress, const char *test, const char *label);
void progress_end(struct progress *progress);

#ifndef THREADS_H
#define THREADS_H

#include "model/results.h"

/* How often a cell that starts threads is measured. The host's scheduler decides in which order
   threads run, and so how much they execute to wait for each other. */
enum { THREADS_RUNS = 5 };

struct threads {
	struct counts of[THREADS_RUNS][VARIANT_COUNT][LENGTH_COUNT];
	unsigned n;
};

/* Adds the counts of the cell, at most THREADS_RUNS times. */
void threads_add(struct threads *threads, const struct cell *cell);
/* When all runs were added: gives the cell, for each variant, the counts of the run with the
   median of Ir. Returns NULL; or, if the runs differ so much that the cell's number may be off
   by more than a tenth, the numbers of all runs, and the caller frees. once: as in
   results_spent. */
char *threads_settle(
    const struct threads *threads, struct cell *cell, bool once, const unsigned long *loops);

#endif

#ifndef THREADS_H
#define THREADS_H

#include "model/results.h"

/* A cell that starts threads is measured this often: they take turns as the host's scheduler
   has it, and with them varies what they execute to wait for each other. */
enum { THREADS_RUNS = 5 };

struct threads {
	struct counts of[THREADS_RUNS][VARIANT_COUNT][LENGTH_COUNT];
	unsigned n;
};

/* Adds the counts of the cell; there are less than THREADS_RUNS. */
void threads_add(struct threads *threads, const struct cell *cell);
/* When all are there: gives the cell of each variant the run in the middle, by Ir. Returns
   NULL, or where by all that the runs differ the number could be off by more than a tenth,
   which numbers they gave; the caller frees. once: as in results_spent. */
char *threads_settle(
    const struct threads *threads, struct cell *cell, bool once, const unsigned long *loops);

#endif

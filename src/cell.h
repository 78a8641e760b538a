#ifndef CELL_H
#define CELL_H

#include "jobs.h"
#include "measure.h"

/* One cell on its way: compiled, linked, measured four times. */

/* What all cells of a run have in common. */
struct cell_site {
	struct jobs *jobs;
	const struct settings *settings;
	const unsigned long *loops; /* LENGTH_COUNT of them */
	const char *workdir;
	const char *tmp; /* below it, for compilers */
};

/* Called when the cell is measured or failed. */
typedef void cell_over(void *context, const struct test *test, const struct target *target);

/* Pushes the first job of a cell; the others follow by themselves. number: unique in the run. */
void cell_begin(const struct cell_site *site, const struct test *test,
    const struct target *target, struct cell *cell, size_t number, cell_over *over,
    void *context);

#endif

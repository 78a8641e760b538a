#ifndef CLOCKING_H
#define CLOCKING_H

#include "measure/program.h"

/* In place of the stage that counts: programs are timed outside of valgrind, one process at a
   time on one processor, each in another memory layout, in random order, which is the same in
   every run. They are kept until all are linked, and nothing else runs meanwhile. */

struct clocking {
	const struct results *results; /* of the run; the first copy's cells get the times */
	const struct results *before;  /* the counted ones */
	const size_t *rows;            /* of the tests in those */
	double seconds;                /* for each cell; 0: what its test says */
	double usual;                  /* if that says nothing */
	struct copy *copies;           /* of each cell; one entry more */
	struct program **programs;     /* all of them */
	size_t program_count;
	uint64_t last;   /* the clock at the end of the last process */
	uint64_t random; /* the state of the generator */
	size_t failed;   /* how many cells have no times, which was said */
	bool useless;    /* the clock is, which was said: nothing more is timed */
};

/* Begins to time the cells that have counts before: results are their copies, without cells
   yet, whose tests have these rows there. */
void clocking_begin(struct clocking *clocking, const struct results *results,
    const struct results *before, const size_t *rows);
/* Takes over a program that was linked. */
void clocking_take(struct clocking *clocking, struct program *program);
/* Times all of these programs, and ends their tasks. */
void clocking_run(struct clocking *clocking);
/* Frees what clocking_begin made. */
void clocking_end(struct clocking *clocking);

#endif

#pragma once

#include "measure/compile/program.h"

/* In place of the stage that counts: programs are timed outside of valgrind, one process at a
   time on one processor, each in another memory layout, in random order, which is the same in
   every run. They are kept until all are linked, and nothing else runs meanwhile. */

struct time_stage {
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
void time_stage_begin(struct time_stage *clocking, const struct results *results,
    const struct results *before, const size_t *rows);
/* Takes over a program that was linked. */
void time_stage_take(struct time_stage *clocking, struct program *program);
/* Times all of these programs, and ends their tasks. */
void time_stage_run(struct time_stage *clocking);
/* Frees what time_stage_begin made. */
void time_stage_end(struct time_stage *clocking);

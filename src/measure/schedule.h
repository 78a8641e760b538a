#pragma once

#include "measure/compile/program.h"

/* The third stage measures programs: it decides which session makes which measurements, in
   which order, and what is tried again. A task whose cell has all of its counts is added to
   run->counted if a profile is to explain them; otherwise, or if it has failed, to
   run->finished. */

/* Takes over a program that is ready, and queues its sessions. With the engine "fork" its tests
   are shared out among sessions that run at once. */
void schedule_program(struct program *program);
/* Returns how many of a program's tests each of its servers measures: as many as each job
   has of all cells of the run, but of the last batch no more than make a server for each job,
   so that none idles for long at the end. If it is the last of two, the servers of both run at
   the end: those of the first wait until the second is compiled. It does not depend on what
   happens in the run, because raw counts depend on what a server measured before. A server
   gets at least 16 tests, which take as long as its start. last: they are in the last batch. */
size_t schedule_share(size_t cells, size_t tests, bool last, size_t jobs);

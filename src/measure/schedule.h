#pragma once

#include "measure/compile/program.h"

/* The third stage measures programs: it decides which session makes which measurements, in
   which order, and what is tried again. A task whose cell has all of its counts is added to
   run->counted if a profile is to explain them; otherwise, or if it has failed, to
   run->finished. */

/* Takes over a program that is ready, and queues its sessions. With the engine "fork" its tests
   are shared out among sessions that run at once. */
void schedule_program(struct program *program);
/* Returns how many of a program's tests each of its servers measures: a job's share of all
   cells of the run or, in the last batch of more than two, of the batch, so that no job idles
   for long at the end; at least 16, which take as long as a server's start. It depends on
   nothing that happens in the run, because raw counts depend on what a server measured before.
 */
size_t schedule_share(size_t cells, size_t tests, bool last, size_t jobs);

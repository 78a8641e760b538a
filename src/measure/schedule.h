#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "measure/program.h"

/* The sessions that measure a program's works: which engine takes what, in which order, and
   what is tried again. */

/* Queues the measurements of all works of a program that was linked, which is released when
   they are over. With the engine "fork"
   they are shared out among as many sessions as there are places to run them. */
void round_measure_all(struct program *program);

#endif

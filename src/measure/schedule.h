#pragma once

#include "measure/build/program.h"

/* The third stage measures programs: it decides which session makes which measurements, in
   which order, and what is tried again. A task whose cell has all of its counts is added to
   run->counted if a profile is to explain them; otherwise, or if it has failed, to
   run->finished. */

/* Takes over a program that is ready, and queues its sessions. With the engine "fork" its tests
   are shared out among sessions that run at once. */
void schedule_program(struct program *program);

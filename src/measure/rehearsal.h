#pragma once

#include "measure/task.h"

/* A rehearsal finds out, before a test is measured and outside of valgrind, what its
   measurements would not show: that a script takes too long, or that not every iteration of a
   loop reached its end. It runs a script, or compiles a program, that is the measured one with
   some lines of its own. */

/* Queues the next rehearsal that the test needs, as STEP_REHEARSE. Returns false if it needs no
   more, or has failed. */
bool rehearsal_push(struct task *task);
/* Takes the end of the one that was queued. The cell fails if it took too long. */
void rehearsal_take(struct task *task, const struct outcome *outcome);
/* Forgets the rehearsals of a task that is given up while it has some. */
void rehearsal_free(struct task *task);

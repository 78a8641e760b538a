#pragma once

#include "measure/task.h"

/* A rehearsal finds out, before a test is measured and outside of valgrind, what its
   measurements would not show: that a script takes too long, or that not every iteration of a
   loop reached its end. It runs a script, or compiles a program, that is the measured one with
   some lines of its own. */

/* Starts as {0}. */
struct rehearsal {
	unsigned begun; /* how many of the task's */
	char *dir;      /* of the one that is queued, or NULL; free it if that never ends */
};

/* Queues the next rehearsal that the test needs, as AIM_REHEARSE. Returns false if it needs no
   more, or has failed. */
bool rehearsal_push(struct rehearsal *rehearsal, struct task *task);
/* Takes the end of the one that was queued. The cell fails if it took too long. */
void rehearsal_done(
    struct rehearsal *rehearsal, struct task *task, const struct outcome *outcome);

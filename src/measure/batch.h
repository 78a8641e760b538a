#ifndef BATCH_H
#define BATCH_H

#include "measure/task.h"

/* Compiles cells of one target at a time, and passes them on to programs: those that may be
   linked together to one, the others each to its own. */

struct batch;

struct batch *batch_new(struct site *site);
void batch_add(struct batch *batch, struct task *task);
/* Queues the compilations; the batch frees itself when they are over. */
void batch_begin(struct batch *batch);

#endif

#pragma once

#include "measure/compile/unit.h"

/* The first stage compiles the cells of one put, a batch at a time. An interpreter has nothing
   to compile; if its language asks for it, each script is run once outside of valgrind instead.
 */

struct batch {
	struct run *run;
	STAILQ_ENTRY(batch) next; /* in run->compiled */
	struct task **tasks;
	size_t n;
	size_t busy; /* tasks whose commands have not ended */
};

/* Queues the commands of n tasks of one put, at least one. When all of them have ended, the
   batch is added to run->compiled, less the tasks that failed. */
void compile_begin(struct run *run, struct task *const *tasks, size_t n);
/* Lets the tasks end that were begun while targets were tried. */
void compile_release(struct run *run);
/* Frees these tasks instead. No job may be left. */
void compile_drop(struct run *run);
/* Takes the end of a command that the stage queued for the task. */
void compile_done(struct task *task, enum aim aim, const struct outcome *outcome);
/* Takes the end of a command that the stage queued for sources of tasks. */
void compile_unit_done(struct unit *unit, const struct outcome *outcome);
void batch_free(struct batch *batch);

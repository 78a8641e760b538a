#pragma once

#include "measure/task.h"

/* A source file of the user's that one put compiles with one set of flags. All tests that need
   it share it, unless the run keeps them: what is kept of a test does not depend on others. */
struct unit {
	struct unit *next; /* in run->units */
	struct run *run;
	const struct target *target;
	struct words argv; /* the command, but with no object: what tells units apart */
	char *file, *dir, *object;
	char *command;           /* for the user */
	struct failure *failure; /* why there is no object; NULL: there is, if it has ended */
	bool ended;
	bool looked; /* its object was looked at: */
	struct machine_use use;
	struct task **waiting; /* until it has ended */
	size_t waiting_count;
};

/* Finds the units of the task's sources, or queues their compilation with AIM_UNIT. The task
   waits for those that have not ended: their number is added to *waits. A source that may use
   modules of others is not compiled before those are made. Returns true if the test's own
   source can be compiled now; otherwise to be called again when a unit has ended. */
bool units_need(struct task *task, size_t *waits);
/* The command that compiles a source of the task's test, which may use what its units made, or
   assembles what was compiled. */
void units_build(struct command *command, const struct task *task, bool assembles,
    const char *source, const char *object);
/* Takes the end of the command that compiles the unit. Its warnings are those of the first test
   that waits for it. */
void unit_done(struct unit *unit, const struct outcome *outcome);
/* Returns how the object of a unit that has ended uses the machine. */
const struct machine_use *unit_use(struct unit *unit);
/* Frees all units of a run. */
void units_free(struct run *run);
/* Frees what runs have stored. */
void units_forget(struct object_store *store);

#pragma once

#include "code/machine_use.h"
#include "input/target.h"
#include "measure/measurement.h"
#include "measure/names.h"
#include "measure/run.h"

/* The flags, sources and objects that its test is linked with. */
struct task_link {
	struct words flags;
	struct words sources; /* of the user's */
	size_t named;         /* the first of them; the others are linked if they are needed */
	struct unit **units;  /* the first unit_count of them, compiled */
	size_t unit_count;
	char *alone; /* why it must be a program of its own; NULL: it need not */
};

/* The work that one cell takes: it goes from stage to stage until its cell has counts or a
   failure. One stage holds it at a time. */
struct task {
	struct run *run;
	const struct test *test;
	const struct target *target;
	struct cell *cell;
	STAILQ_ENTRY(task) next; /* in a list of the run */
	struct program *program; /* that it was linked to last, or NULL */
	size_t number;           /* there */
	char *dir, *source, *object;
	struct names names;
	char *symbol;    /* what the test's function is called */
	unsigned offset; /* where in a page it begins, see struct memory_layout */
	struct task_link link;
	bool last; /* it is in the last batch of the run */
	struct batch_cells *batch;
	struct machine_use use;
	char *command;    /* the last one that built it, as text */
	struct text kept; /* all commands, for --keep */
	/* Why its counts mean nothing, as a rehearsal showed; static, or NULL. */
	const char *incomplete;
	/* Measurements for its counts, and for its profile. */
	struct measurement measurements[2][VARIANT_COUNT][LENGTH_COUNT];
	/* The first ones showed these besides counts. */
	struct deviations deviations[VARIANT_COUNT][LENGTH_COUNT];
	const struct engine *engine;       /* measures it */
	bool set_up;                       /* a command's setup has run, or is queued */
	bool threads;                      /* it starts threads */
	bool processes;                    /* its code starts processes */
	const struct measurement *crashed; /* one that a signal ended, or NULL */
	/* Known to the stage that has the task; otherwise NULL. */
	struct compiling *compiling;
	struct counting *counting;
	struct profiling *profiling;
};

/* Makes the directory and the source of a cell. If that fails, the cell has failed.
   number: of the test, for its symbol; of_run: of the cell, for the directory. */
struct task *task_new(struct run *run, const struct test *test, const struct target *target,
    struct cell *cell, size_t number, size_t of_run);
/* Notes why the cell has no counts, unless an earlier failure is noted. */
void task_fail(struct task *task, const char *stage, const char *why, const char *command,
    const char *output);
/* Notes that a file or directory could not be made, as errno says. */
void task_fail_prepare(struct task *task, const char *path);
bool task_failed(const struct task *task);
/* Writes its source. Returns false with errno set if that fails. */
bool task_write(const struct task *task);
/* Queues a command that builds the cell, notes it and takes it over. */
void task_push(struct task *task, struct command *command, enum aim aim, void *owner);
/* Notes what a compiler or linker warned of that made what it should. */
void task_warn(struct task *task, const struct outcome *outcome);
/* Notes that what a command of a stage made cannot be used. */
void task_fail_built(
    struct task *task, const struct outcome *outcome, const char *stage, const char *why);
/* Returns true if the command of a stage exited with 0 and made that file; otherwise the cell
   fails. */
bool task_built(
    struct task *task, const struct outcome *outcome, const char *stage, const char *made);
/* Returns true if the cell has that measurement. A command may have no empty loop, and no long
   one if it is measured once. A missing measurement counts 0. */
bool task_needs(const struct task *task, enum variant variant, enum length length);
/* The number of measurements of a task. */
unsigned task_needs_all(const struct task *task);
/* Gives its measurements other directories, for a second time, and removes the first. */
void task_move(struct task *task);
/* The cell is measured or has failed: adds the task to the run's list of those. */
void task_end(struct task *task);
/* Removes the task's directory and frees it. */
void task_free(struct task *task);

#ifndef TASK_H
#define TASK_H

#include "input/target.h"
#include "measure/measurement.h"
#include "measure/progress.h"
#include "measure/config.h"
#include "measure/threads.h"
#include "process/jobs.h"

/* A cell on its way from a source to its counts. */

/* What all cells of a run have in common. */
struct site {
	struct jobs *jobs;
	const struct config *config;
	const unsigned long *loops; /* LENGTH_COUNT of them */
	const char *workdir;
	const char *tmp; /* below it, for compilers */
	size_t dirs;     /* that were made so far */
	struct progress progress;
};

struct task;
/* Called when the cell is measured or failed, after which the work is gone. */
typedef void task_over(void *context, const struct test *test, const struct target *target);

struct task {
	struct site *site;
	const struct test *test;
	struct target *target;
	struct cell *cell;
	task_over *over;
	void *context;
	char *dir, *source, *object;
	char *symbol;     /* what its function is called */
	char *ldflags;    /* what its program must be linked with */
	char *alone;      /* why it must be a program of its own; NULL: it need not */
	char *command;    /* that builds it now, as text */
	struct text kept; /* all commands, for --keep */
	struct measurement of[VARIANT_COUNT][LENGTH_COUNT];
	unsigned measured;    /* of those four */
	unsigned lost;        /* how often its process vanished with the whole session */
	struct threads *runs; /* it starts threads; else NULL */
	bool again;           /* it only has to be measured again, with room for them */
};

/* A directory's path below the workdir, of a length that is the same for all; the caller frees.
 */
char *site_dir(struct site *site, char kind);

/* Makes the directory and the source of a cell. NULL where that fails; the cell has then.
   number: of the test in its program's table of symbols. */
struct task *task_new(struct site *site, const struct test *test, struct target *target,
    struct cell *cell, size_t number, task_over *over, void *context);
/* Notes why the cell has no counts; the first failure stands. */
void task_fail(struct task *task, const char *stage, const char *why, const char *command,
    const char *output);
bool task_failed(const struct task *task);
/* Queues a command that builds the cell, and notes it. */
void task_push(struct task *task, struct command *command, jobs_done *done, void *context);
/* Whether the step of the build that made the file went well; else the cell has failed. */
bool task_built(
    struct task *task, const struct outcome *outcome, const char *stage, const char *made);
/* The cell is over: keeps what is to be kept, removes the rest, tells, frees. */
void task_end(struct task *task);

#endif

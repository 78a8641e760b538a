#ifndef PROGRAM_H
#define PROGRAM_H

#include "measure/session.h"
#include "measure/task.h"

/* Tests that are linked together and measured as one program. An interpreter is the program of
   its scripts, and a command is its own. */
struct program {
	struct run *run;
	struct program *next; /* in run->linked */
	const struct target *target;
	struct task *
	    *tasks; /* their index is their number in the program; NULL: it is finished */
	size_t n;
	char *dir, *path;
	struct separation *separation; /* while it is linked again; otherwise NULL */
	struct words argv;             /* what runs it */
	enum session_kind kind;
	unsigned users; /* the stage that holds it, and each session */
};

/* A task of a program, which it is one of the users of. */
struct program_task {
	struct program_task *next; /* in run->counted */
	struct program *program;
	size_t task;
};

/* A program of n tasks of one target, which it owns from now on. It has one user: the caller.
 */
struct program *program_new(struct run *run, struct task *const *tasks, size_t n);
/* The command that links these objects, of the tests, to a program at path. */
void program_link(const struct program *program, const struct words *tests, const char *path,
    struct command *command);
/* Adds the words that run a measurement. */
void program_argv(const struct program *program, const struct task *task,
    const struct measurement *m, struct words *argv);
/* The cell of that task fails in a measurement. */
void program_fail(struct program *program, struct task *task, const struct measurement *m,
    const char *why, const char *output);
/* Adds that task, whose cell has all of its counts, to run->counted. */
void program_hand_on(struct program *program, size_t task);
/* That task is finished: takes it out of the program and ends it. */
void program_end_task(struct program *program, size_t task);
/* One user less. The last one frees the program. */
void program_release(struct program *program);

#endif

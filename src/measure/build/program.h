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

/* A program of n tasks of one target, which it owns from now on. It has one user: the caller.
 */
struct program *program_new(struct run *run, struct task *const *tasks, size_t n);
/* The command that links these objects, of the tests, to a program at path. */
void program_link(const struct program *program, const struct words *tests, const char *path,
    struct command *command);
/* The command of a measurement as one could type it: without a server, and with its work as
   standard input. The caller frees. */
char *program_show(
    const struct program *program, const struct task *task, const struct measurement *m);
/* Adds the words that run a measurement. */
void program_argv(const struct program *program, const struct task *task,
    const struct measurement *m, struct words *argv);
/* Adds a measurement of a task to a session of the program, its directory made anew. Returns
   NULL, or why it cannot be made; the caller frees. */
char *program_add_request(struct session *session, size_t task, const struct measurement *m);
/* Queues a session of the program, as the user of which it counts from now on. Returns NULL, or
   why the session cannot run; the caller frees. */
char *program_push_session(struct session *session, enum step step);
/* The cell of that task fails in a measurement. */
void program_fail(struct program *program, struct task *task, const struct measurement *m,
    const char *why, const char *output);
/* That task is finished: takes it out of the program and ends it. */
void program_end_task(struct program *program, size_t task);
/* One user less. The last one frees the program. */
void program_release(struct program *program);

#endif

#pragma once

#include "measure/engine.h"
#include "measure/task.h"

enum program_kind {
	PROGRAM_FORK,   /* a server forks a process for each measurement (engine "fork") */
	PROGRAM_EXEC,   /* one process of valgrind for each measurement (engine "exec") */
	PROGRAM_COMMAND /* the same, of a program that knows nothing of cgbench */
};

/* The way in which the programs of a target are measured. */
enum program_kind program_kind(const struct config *config, const struct target *target);

/* Tests that are linked together and measured as one program. An interpreter is the program of
   its scripts, and a command is its own. */
struct program {
	struct run *run;
	STAILQ_ENTRY(program) next; /* in run->linked */
	const struct target *target;
	struct task *
	    *tasks; /* their index is their number in the program; NULL: it is finished */
	size_t n;
	char *dir, *path;
	struct separation *separation; /* while it is linked again; otherwise NULL */
	struct words argv;             /* what runs it */
	enum program_kind kind;        /* of sessions to come */
	unsigned users; /* the stage that holds it, each session, and each task until it ends */
};

/* A program of n tasks of one target, which it owns from now on. Its users are the caller
   and each task. */
struct program *program_new(struct run *run, struct task *const *tasks, size_t n);
/* The command that links these objects, of tests, to a program at path with what the first of
   the tests needs. */
void program_link(const struct task *first, const struct words *tests, const char *path,
    struct command *command);
/* Makes command run a measurement of a task, as its engine does. own: set to the word at which
   the program's own begin. Returns false if the engine has no tool for it. */
bool program_command(const struct task *task, const struct measurement *m,
    const struct engine_place *place, struct command *command, size_t *own);
/* Makes command run what a measurement of a command in dir needs before it: its setup, unless
   that has run, and its pre, by a shell in the user's environment. Returns false if it needs
   nothing. */
bool program_prepare(const struct task *task, const char *dir, struct command *command);
/* The cell of the task fails in a measurement. */
void program_fail(
    struct task *task, const struct measurement *m, const char *why, const char *output);
/* Adds the task, whose cell has all of its counts, to run->counted: a user of its program. */
void program_hand_on(struct task *task);
/* The task is finished: takes it out of its program and ends it. */
void program_end_task(struct task *task);
/* One user less. The last one frees the program. */
void program_release(struct program *program);

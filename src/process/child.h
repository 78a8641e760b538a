#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "process/limit.h"
#include "util/text.h"

/* The bytes of a child's output that are kept. */
#define CHILD_OUTPUT (1 << 16)

/* Tells how a child ended. */
struct outcome {
	pid_t pid;
	int status;               /* as waitpid gives it */
	bool guard_died;          /* before the child; status is that of the guard */
	struct overtime overtime; /* the limit that it was killed for */
	char *start_error;        /* why it never ran; NULL: it did */
	char *output; /* standard error and, unless measured, standard output; cut at
	                 CHILD_OUTPUT */
};

/* A child that runs in a process group of its own; one that could kill its parent has a guard,
   see launch.h. */
struct child {
	pid_t pid;           /* of its guard, if it has one */
	pid_t program;       /* its own pid if it has a guard, otherwise 0 */
	int output, replies; /* descriptors to read from, non-blocking; -1: closed */
	int report;          /* the same, from the guard */
	bool follows;        /* its command's */
	struct text printed;
};

/* Starts the command. Returns false with *error set if it cannot; the caller frees. */
bool child_start(struct child *child, const struct command *command, char **error);
/* Makes the output pipe of a child that a server starts. Returns the end for the child,
   which the caller closes, or -1. */
int child_open(struct child *child);
/* Closes what is read from the child. */
void child_ignore(struct child *child);
/* Kills the child and its group. What it left behind is killed by its guard. */
void child_kill(const struct child *child);
/* For a child that does not end after child_kill: kills its guard, and who traces either. */
void child_release(const struct child *child);
/* Reads what the child has printed; keeps the start of it. */
void child_read(struct child *child);
/* Reads what the child has replied into the n bytes at s; returns how many there were. */
size_t child_replies(struct child *child, char *s, size_t n);
/* For a child that has ended but was not waited for: kills the rest of its group, waits for it
   and fills in outcome; the caller frees. */
void child_finish(struct child *child, struct outcome *outcome);
/* Runs a command that is known to end soon, without its timeout, while jobs may run. The caller
   frees outcome. */
void child_run(const struct command *command, struct outcome *outcome);

/* Why the child did not do its work: it could not start, its time was over, it was killed, or
   exited with a status other than 0. NULL: it did; the caller frees. */
char *outcome_why(const struct outcome *outcome);
/* Returns true if the host may be why, rather than the command: its time was over, or a
   signal killed it. */
bool outcome_is_of_host(const struct outcome *outcome);
/* Returns true if the child exited with 0 and that file exists. */
bool outcome_made(const struct outcome *outcome, const char *path);
void outcome_free(struct outcome *outcome);

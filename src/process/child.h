#ifndef CHILD_H
#define CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "inject/forkserver/protocol.h"
#include "process/command.h"
#include "util/text.h"

#define CHILD_LOG "log"
/* How much of what a child prints is kept, in bytes. */
#define CHILD_OUTPUT (1 << 16)
/* How many descriptors a measured program may open, and what else valgrind opens for itself. */
#define CHILD_DESCRIPTORS 256
#define CHILD_DESCRIPTORS_SPARE 16

/* How it went. */
struct outcome {
	pid_t pid;
	int status; /* as waitpid gives it */
	bool lost;  /* its guard ended first, and that is the status */
	bool timed_out;
	char *start_error; /* it never ran, and why; NULL: it did */
	char *output;      /* standard error, and standard output unless measured; cut at
	                      CHILD_OUTPUT */
};

/* A child that runs in a process group of its own, a measured one with a guard. */
struct child {
	pid_t pid;           /* of its guard, if it has one */
	pid_t program;       /* then of itself, else 0 */
	int output, replies; /* descriptors to read from, non-blocking; -1: closed */
	int report;          /* likewise, what the guard says */
	struct text printed;
};

/* Adds what every measured process is given the same of, as NAME=VALUE: in effect, for a host
   may refuse some of it. */
void child_pins(struct words *pins);
/* Starts command; false with *error (the caller frees) set when it could not be. */
bool child_start(struct child *child, const struct command *command, char **error);
/* For a child that somebody else starts: makes the pipe of its output, and returns the end that
   is for it, which the caller closes; -1: it cannot be made. */
int child_open(struct child *child);
/* Reads nothing from the child. */
void child_ignore(struct child *child);
/* Kills the child and its group. */
void child_kill(const struct child *child);
/* Takes in what the child has printed, the start of it. */
void child_read(struct child *child);
/* Reads what the child has replied into the n bytes at s; returns how many there were. */
size_t child_replies(struct child *child, char *s, size_t n);
/* For a child that has ended but was not yet waited for: kills what is left of its group, waits
   for it, and gives what it left behind; the caller frees with outcome_free. */
void child_finish(struct child *child, struct outcome *outcome);

/* Why the child did not do its work: could not start, ran for more than timeout seconds, was
   killed, or exited with a status other than 0. NULL where it did; the caller frees. */
char *outcome_why(const struct outcome *outcome, unsigned timeout);
/* Whether it did its work and left that file behind. */
bool outcome_made(const struct outcome *outcome, const char *path);
void outcome_free(struct outcome *outcome);

#endif

#ifndef CHILD_H
#define CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "text.h"
#include "words.h"

/* What is run: a child process, its argv, environment, input. Owns its strings. */
struct command {
	struct words argv; /* argv[0] is the path that is executed */
	struct words env;  /* the whole environment */
	char *cwd;         /* NULL: cgbench's own */
	char *input;       /* path of its standard input, under cwd; NULL: /dev/null */
	/* A measured program: standard output goes to /dev/null, not to the output; the address
	   layout is not randomised, limits are fixed, and CHILD_END is a pipe back to here. */
	bool measured;
	unsigned timeout; /* seconds until it is killed; 0: never */
};

/* The descriptor on which a measured program reports that it came to its end (also known to the
   languages' "main"). */
#define CHILD_END 255
/* How many descriptors a measured program may open, and what else valgrind opens for itself. */
#define CHILD_DESCRIPTORS 256
#define CHILD_DESCRIPTORS_SPARE 16

/* How it went. */
struct outcome {
	pid_t pid;
	int status; /* as waitpid gives it */
	bool timed_out;
	char *start_error; /* it never ran, and why; NULL: it did */
	char *output; /* standard error, and standard output unless measured; cut at 64 KiB */
	char *end;    /* what came through CHILD_END */
};

/* A child that runs in a process group of its own. */
struct child {
	pid_t pid;
	int output, end; /* descriptors to read from, non-blocking; -1: closed */
	struct text printed;
};

/* Starts command; false with *error (the caller frees) set when it could not be. */
bool child_start(struct child *child, const struct command *command, char **error);
/* Kills the child and its group. */
void child_kill(const struct child *child);
/* Takes in what the child has printed, up to 64 KiB of it. */
void child_read(struct child *child);
/* For a child that has ended but was not yet waited for: kills what is left of its group, waits
   for it, and gives what it left behind; the caller frees with outcome_free. */
void child_finish(struct child *child, struct outcome *outcome);

/* Why the child did not do its work: could not start, ran for more than timeout seconds, was
   killed, or exited with a status other than 0. NULL where it did; the caller frees. */
char *outcome_why(const struct outcome *outcome, unsigned timeout);
void outcome_free(struct outcome *outcome);
void command_free(struct command *command);

#endif

#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "util/words.h"

/* The program that a child process runs, and how. Owns its strings. */
struct command {
	struct words argv; /* argv[0] is the path that is executed */
	struct words env;  /* the whole environment */
	char *cwd;         /* NULL: cgbench's own */
	char *run_in;      /* where the program starts, if cwd has only its files; or NULL */
	char *input;       /* path of its standard input, from cwd; NULL: /dev/null */
	char *requests;    /* likewise, of the requests to its fork server */
	/* The file without which it may be run again; NULL: it is run once. */
	char *product;
	int socket; /* descriptor that becomes its standard input; 0: input does */
	/* A measured program: its requests are on CGBENCH_REQUESTS, and it replies on
	   CGBENCH_REPLIES; its standard output is discarded; its address space is not
	   randomised, and its limits are fixed. */
	bool measured;
	/* A program that may kill its parent, as a measured one may: it has a guard. */
	bool guarded;
	bool native;   /* a measured program that valgrind does not run */
	unsigned real; /* what of a measured program is not pinned: a set of enum chance */
	unsigned seed; /* of the rest; every run with the same one draws the same */
	/* A measured program that may start others, which are measured, too: its guard waits
	   for them all, and kills what is left in the end. */
	bool follows;
	bool timed;     /* a measured program that has one processor for itself; see host.h */
	bool explained; /* a measured program of which valgrind writes what each instruction did
	                 */
	/* SIGPROF is blocked: the timer of -pg would interrupt it at random, and be counted. */
	bool profiled;
	/* Follows the program, a child that asks to be traced, to its end, and ends as it did;
	   cwd is the command's. NULL: the program runs by itself. */
	void (*trace)(pid_t pid, const char *cwd, unsigned real, unsigned seed);
	unsigned timeout; /* its limit of time in seconds, see limit.h; 0: none */
};

/* Returns true if what it draws chance from is pinned. */
bool command_is_pinned(const struct command *command);
/* The command as typed: directory, environment, words and input. The caller frees. */
char *command_show(const struct command *command);
void command_free(struct command *command);

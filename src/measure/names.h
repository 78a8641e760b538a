#pragma once

#include "input/target.h"
#include "measure/run.h"

/* The names by which messages call the files of a run, whose directory is removed at its
   end: those below the directory of --keep or, without that, below FAILURE_DIR. The directory
   of a test is DIR/LABEL/TEST there. */

/* The test whose files they are. Borrows everything. */
struct names {
	const struct run *run;
	const struct target *target;
	const struct test *test;
	const char *symbol; /* what the test's function is called */
	const char *dir;    /* of its files */
	bool loose; /* its parts are not kept apart: the compiler objected, or told nothing of
	               them */
	const struct shared *shared; /* what keeps them apart; NULL: nothing does */
	const char *program_dir;     /* of the program that it was linked to last, or NULL */
};

/* DIR/LABEL, the directory of a put. The caller frees. */
char *names_put(const struct config *config, const struct target *target);
/* DIR/LABEL/TEST. The caller frees. */
char *names_test(const struct names *names);
/* The command as one could type it with these names. The caller frees. */
char *names_command(const struct names *names, const struct command *command);
/* Rewrites what a compiler or a program said for people who know only the benchfile, the same
   for all tests with the same fault. Positions in the source, which the language's
   "position" matches, become FILE:LINE of the benchfile, where it has the line; the directory
   of the test and the number of its function are left out. active and count: which of an
   interpreter's scripts said it. The caller frees. */
char *names_output(
    const struct names *names, bool active, unsigned long count, const char *said);
/* Does the same for a command that tries a put. The caller frees. */
char *names_of_put(const struct run *run, const struct target *target, const char *said);

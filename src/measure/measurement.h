#pragma once

#include "model/results.h"
#include "process/child.h"

/* One measurement: a variant of a test at one loop count, in a process and a directory of its
   own. */
struct measurement {
	enum variant variant;
	enum length length;
	bool profiles; /* it is made again for a profile, */
	bool again;    /* or for the counts, in a directory of another name */
	char *dir;     /* absolute; owned */
};

/* Makes the directory and writes the work, which the program will read. For a program that is
   mute, also writes what others write at their end. Returns NULL, or what is wrong; the caller
   frees. */
char *measurement_prepare(const struct measurement *m, const char *work, bool mute);
/* Its path in the directory of a test's files, as long for all; the caller frees. */
char *measurement_path(const struct measurement *m, const char *dir);
/* "active-long": what its directory is called if --keep keeps it; static. */
const char *measurement_dir(const struct measurement *m);
/* "active/long loop"; the caller frees. */
char *measurement_name(const struct measurement *m);
/* Why the counts of a measurement's process, which ended, are not to be used, or NULL; the
   caller frees. outcome->output: what valgrind said about it. verify: the text of that part.
   symbol: that of a compiled test, or NULL. */
char *measurement_why(const struct measurement *m, const struct outcome *outcome,
    const struct test *test, const char *verify, const char *symbol);
/* Returns true if a process ended because valgrind does not know an instruction. */
bool measurement_unknown(const char *output);
/* Returns what the process wrote to standard error and what valgrind said; the caller frees. */
char *measurement_output(const struct measurement *m, const struct outcome *outcome);
/* Returns true if a signal ended a process that a fault of the code may raise. */
bool measurement_crashed(const struct outcome *outcome);

#ifndef MEASUREMENT_H
#define MEASUREMENT_H

#include <sys/types.h>

#include "measure/config.h"
#include "model/results.h"

/* One measurement: a variant of a test at one loop count, in a process and a directory of its
   own. */
struct measurement {
	enum variant variant;
	enum length length;
	char *dir; /* absolute; owned */
};

/* How its process ended. */
struct ending {
	pid_t pid;
	int status; /* as wait4 gives it */
	bool timed_out;
	const char *dir; /* where valgrind left its counts */
	const char *log; /* what valgrind had to say about it */
};

/* Makes the directory and writes the work, which the program will read; and for one that is
   mute, what it would say at its end. Returns NULL, or what is wrong; the caller frees. */
char *measurement_prepare(const struct measurement *m, const char *work, bool mute);
/* "active/long loop"; the caller frees. */
char *measurement_name(const struct measurement *m);
/* Reads the counts. symbol: that the test has in a compiled program, or NULL. Returns NULL, or
   why there are none (the caller frees); what the program and valgrind had to say is left in
   *output (likewise). */
char *measurement_counts(const struct measurement *m, const struct ending *ending,
    const struct test *test, const char *symbol, const struct config *config,
    struct counts *counts, char **output);
void measurement_free(struct measurement *m);

#endif

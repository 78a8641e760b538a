#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "process/command.h"

/* The limit of time of a job: seconds of processor time, so that a busy host fails nothing, and
   seconds of wall time above it for what sleeps. What waits for a processor does not sleep. */

/* A job may sleep so many times its timeout, and what is not measured may compute as long:
   compilers of large sources. */
#define LIMIT_TIMES 5

/* The limit of a job that passed. */
struct overtime {
	unsigned limit;     /* in seconds; 0: it did not pass */
	bool slept;         /* it was that of wall time */
	unsigned processor; /* seconds of processor time that were used */
	bool busy;          /* it mostly waited for a processor */
};

struct limit {
	unsigned timeout; /* seconds of wall time until the first look */
	unsigned most;    /* seconds of processor time */
	/* Milliseconds of CLOCK_MONOTONIC: when to look, and the last look; 0: none. */
	int64_t next, looked;
	int64_t base; /* milliseconds of processor time at the begin; -1: unknown */
	int64_t used; /* since then, at the last look */
	/* Milliseconds since the first look that it was asleep, and waited for a processor. */
	int64_t slept, waited;
};

/* Begins to count: from the start of a process, or anew while it runs. */
void limit_begin(struct limit *limit, const struct command *command, bool anew);
/* Moves the next look to so many seconds from now. */
void limit_put_off(struct limit *limit, unsigned seconds);
/* Milliseconds until the next look, rounded up; 0: it is time. */
int limit_left(const struct limit *limit);
/* Looks at the process and its descendants. Returns true with overtime filled in if a limit has
   passed; otherwise looks again later. */
bool limit_passed(struct limit *limit, pid_t pid, struct overtime *overtime);
/* "not done after 60 seconds ...". The caller frees. */
char *overtime_show(const struct overtime *overtime);

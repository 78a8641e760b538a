#ifndef JOBS_H
#define JOBS_H

#include <stdbool.h>

#include "process/child.h"

/* Runs children, several at a time. */

/* Called when a job is over; may push further jobs. */
typedef void jobs_done(void *context, const struct outcome *outcome);
/* Asked for more work when no job waits: pushes what there is and returns true, or false for
   the end of all work. */
typedef bool jobs_more(void *context);

/* What a job that talks calls: done as above; reply with bytes that came through
   CGBENCH_REPLIES, after which its time begins anew; late where it was silent for too long,
   which returns whether it could help itself: else the job is killed. */
struct jobs_calls {
	jobs_done *done;
	void (*reply)(void *context, const char *bytes, size_t n);
	bool (*late)(void *context);
};

struct jobs;

/* parallel: how many may run at once, at least 1; fewer do where the limit of open files asks
   for it. From now on SIGINT and its like are held back until jobs_run takes them in or
   jobs_free. */
struct jobs *jobs_new(unsigned parallel);
/* Queues a command, which jobs takes over; done(context, outcome) will follow. */
void jobs_push(struct jobs *jobs, struct command *command, jobs_done *done, void *context);
/* Likewise for a command that talks; calls are borrowed. */
void jobs_push_calls(
    struct jobs *jobs, struct command *command, const struct jobs_calls *calls, void *context);
/* How many more jobs could run at once, beyond those that run or wait; at least 1. */
unsigned jobs_idle(const struct jobs *jobs);
/* Runs until nothing is left. Returns 0, or the number of the signal that interrupted it. */
int jobs_run(struct jobs *jobs, jobs_more *more, void *context);
/* Runs one command, which it takes over, and waits for it. A signal that interrupts it ends the
   program by that signal. The caller frees the outcome. */
void jobs_run_one(struct command *command, struct outcome *outcome);
/* Kills and waits for whatever still runs, escaped grandchildren included, and forgets the
 * queue. */
void jobs_kill(struct jobs *jobs);
/* Does the same, and lets the signals through again. */
void jobs_free(struct jobs *jobs);

#endif

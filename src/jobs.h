#ifndef JOBS_H
#define JOBS_H

#include <stdbool.h>

#include "child.h"

/* Runs children, several at a time. */

/* Called when a job is over; may push further jobs. */
typedef void jobs_done(void *context, const struct outcome *outcome);
/* Asked for more work when no job waits: pushes what there is and returns true, or false for
   the end of all work. */
typedef bool jobs_more(void *context);

struct jobs;

/* parallel: how many may run at once, at least 1; fewer do where the limit of open files asks
   for it. From now on SIGINT and its like are held back until jobs_run takes them in or
   jobs_free. */
struct jobs *jobs_new(unsigned parallel);
/* Queues a command, which jobs takes over; done(context, outcome) will follow. */
void jobs_push(struct jobs *jobs, struct command *command, jobs_done *done, void *context);
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

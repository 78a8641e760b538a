#pragma once

#include <stdbool.h>

#include "process/child.h"

/* The event loop: runs child processes, several at a time. The owner queues commands and takes
   one event after the other; it is never called back. */

struct jobs;
struct job;

/* A job wrote to CGBENCH_REPLIES, or it ended. A job may reply any number of times and then
   ends once. What an event points to is valid until the next call of jobs_next. */
struct job_event {
	struct job *job;
	int aim; /* as given to jobs_push */
	void *owner;
	const struct outcome *outcome; /* NULL: it replied */
	const struct text *replies;
	struct overtime late; /* of jobs_watch's process, killed since the last event */
};

/* parallel: how many jobs may run at once, at least 1. Fewer run if the limit of open files is
   low. From now on signals that would end the program are only noted, until jobs_free. */
struct jobs *jobs_new(unsigned parallel);
/* Queues a command and takes it over. aim and owner tell the caller what an event is about. */
void jobs_push(struct jobs *jobs, struct command *command, int aim, void *owner);
/* Queues a command before all that wait. */
void jobs_push_first(struct jobs *jobs, struct command *command, int aim, void *owner);
/* Starts queued jobs, as jobs_next does, but does not wait. */
void jobs_start(struct jobs *jobs);
/* Starts queued jobs and waits for an event. Returns false without jobs or after a signal. */
bool jobs_next(struct jobs *jobs, struct job_event *event);
/* The limit holds from now on for a process that the job has just started. When it passes, that
   process is killed, and the job's own time begins anew. pid: 0 for the job itself again. */
void jobs_watch(struct job *job, pid_t pid);
/* Returns true if a job could start at once, but none is queued and no event waits. After an
   event the owner may queue jobs, which come first. */
bool jobs_want_more(const struct jobs *jobs);
/* Runs one command, which it takes over, while no other job is queued or runs. Returns false if
   a signal came; otherwise the caller frees the outcome. */
bool jobs_run(struct jobs *jobs, struct command *command, struct outcome *outcome);
/* Does the same without a struct jobs. A signal ends the program. */
void jobs_run_one(struct command *command, struct outcome *outcome);
/* Kills all jobs and every process that they left, waits for them, and empties the queue. */
void jobs_kill(struct jobs *jobs);
/* Does the same, frees jobs and lets signals through again. */
void jobs_free(struct jobs *jobs);

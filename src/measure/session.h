#pragma once

#include "measure/compile/program.h"
#include "outfile/load_map.h"

/* One valgrind process and the list of measurements that it makes of one program, for a stage
   that measures programs. */

/* One measurement of a session. */
struct request {
	size_t task; /* its number in the program */
	const struct measurement *measurement;
};

/* A session with a server holds any number of requests, grouped by task; others hold one. */
struct session {
	struct program *program;
	const struct session_stage *stage;
	const struct valgrind *valgrind;
	struct request *requests;
	size_t n;
	/* The rest is the session's own. */
	const struct engine *engine;
	bool forks;           /* a server forks for each request */
	bool unforkable;      /* it ended because the program has threads */
	bool threads;         /* the program may start threads, which costs time */
	int status;           /* with which a command is to exit; -1: with any */
	struct command next;  /* while what prepares it runs */
	const char *run_in;   /* where a command starts; NULL: in its own directory */
	char *dir;            /* absolute; a command uses that of its measurement */
	bool up;              /* the program runs and has read its requests */
	pid_t current;        /* the forked process that measures now, or 0 */
	struct overtime late; /* the limit that it was killed for */
	struct text received; /* bytes of replies that are not complete */
	size_t logged;        /* how much of valgrind's log was about processes that ended */
	struct load_map map;  /* what session_costs has read */
};

/* A stage does this with its sessions. */
struct session_stage {
	bool profiles; /* it counts by instruction */
	/* The process of a request of an unfinished task has ended. */
	void (*done)(struct session *session, const struct request *request,
	    const struct outcome *outcome);
	/* The session has ended, or could not begin, and is freed afterwards. A process of its
	   own that measured was given to take before. why: it did not make all of its
	   measurements, or NULL; output: what its own process printed, and valgrind about it.
	 */
	void (*end)(struct session *session, const char *why, const char *output);
};

struct session *session_open(const struct session_stage *stage, struct program *program);
/* Adds the four measurements of a task of its program, their directories made anew. */
void session_add_all(struct session *session, struct task *task);
/* Queues a session with requests, or frees one that has none. */
void session_push(struct session *session);
/* Queues a session with one measurement of a task. */
void session_push_one(const struct session_stage *stage, struct task *task,
    enum variant variant, enum length length);
/* Queues such a session for each measurement that the task needs, but the one that was made,
   which may be NULL. */
void session_push_each(
    const struct session_stage *stage, struct task *task, const struct measurement *made);
/* The task of a request; NULL: it is finished. */
struct task *session_task(const struct session *session, const struct request *request);
/* Goes on when the program that prepares the session's command has ended. */
void session_prepared(struct session *session, const struct outcome *outcome);
/* Takes an event of the job that runs the session. */
void session_event(struct session *session, const struct job_event *event);
/* Reads the counts of the process pid of a task, as valgrind_counts does; of a command, those
   of all processes. */
char *session_counts(const struct session *session, pid_t pid, const char *keep,
    struct counts *counts, struct processes *processes, struct deviations *deviations);
/* Reads what the process pid cost, and where it had loaded its files, in a session that
   profiles. Returns NULL, or an error that the caller frees; in either case the caller frees
   both. */
char *session_costs(
    struct session *session, pid_t pid, struct callgrind_out *out, struct load_map *map);

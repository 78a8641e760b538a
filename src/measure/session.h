#ifndef SESSION_H
#define SESSION_H

#include "input/target.h"
#include "measure/config.h"
#include "measure/measurement.h"
#include "process/jobs.h"
#include "outfile/load_map.h"

/* One valgrind process and the list of measurements that it makes of one program. */

enum session_kind {
	SESSION_FORK,    /* a server forks a process for each measurement (engine "fork") */
	SESSION_EXEC,    /* one measurement, in the session's own process (engine "exec") */
	SESSION_COMMAND, /* the same, of a program that knows nothing of cgbench */
};

/* How the programs of a language are measured. */
enum session_kind session_kind(const struct config *config, const struct language *language);

/* One measurement of a session. */
struct request {
	size_t task; /* its number in the program */
	const struct measurement *measurement;
};

/* Filled by whoever schedules it, until session_prepare. A session with a server holds any
   number of requests, grouped by task; others hold one. */
struct session {
	const struct config *config;
	const struct valgrind *valgrind; /* the configured one, or its profiler */
	const struct target *target;
	enum session_kind kind;
	struct program *program; /* for its driver; the session uses neither */
	const struct session_driver *driver;
	struct words argv;  /* what runs the program: an absolute path and its arguments */
	bool threads;       /* the program may start threads, which costs time */
	bool rewrites;      /* it may rewrite its code, which costs time */
	bool profiles;      /* it counts by instruction */
	bool profiled;      /* the program profiles itself */
	int status;         /* with which a command is to exit */
	const char *run_in; /* where a command starts; NULL: in its own directory */
	struct request *requests;
	size_t n;
	/* The rest is the session's own. */
	char *dir;
	bool up;              /* the program runs and has read its requests */
	pid_t current;        /* the forked process that measures now, or 0 */
	bool late;            /* it was killed because it took too long */
	struct text received; /* bytes of replies that session_next has not taken */
	size_t logged;        /* how much of valgrind's log was about processes that ended */
	struct load_map map;  /* what session_map has read */
};

/* A server has begun a request, or ended it. */
struct session_event {
	const struct request *request;
	bool ended; /* otherwise it has begun */
	struct outcome
	    outcome; /* of its process, if it ended; its output is what valgrind said */
};

struct session *session_new(
    const struct config *config, const struct target *target, enum session_kind kind);
void session_add(struct session *session, size_t task, const struct measurement *measurement);
/* Makes the directory dir, an absolute path, with the files that the program reads; a command
   uses the directory of its measurement. Fills in the command that runs the session. Returns
   NULL, or why it cannot run; the caller frees. */
char *session_prepare(struct session *session, const char *dir, struct command *command);
/* Takes in replies. late: the current process was killed before it could reply. */
void session_receive(struct session *session, const struct text *replies, bool late);
/* The next complete reply about a request. Returns false if there is none; otherwise the caller
   frees event->outcome. */
bool session_next(struct session *session, struct session_event *event);
/* Of a session without a server: gives the outcome of its one measurement, like that of an
   event. Returns false if the program did not even start; otherwise the caller frees. */
bool session_measured(
    struct session *session, const struct outcome *ended, struct outcome *outcome);
/* Why a session that has ended did not make all of its measurements, or NULL; to be asked
   before session_measured. The caller frees. */
char *session_why(const struct session *session, const struct outcome *ended);
/* What the session's own process printed, and valgrind about it. The caller frees. */
char *session_output(const struct session *session, const struct outcome *ended);
/* Removes the session's directory. */
void session_clean(const struct session *session);
/* Of a session that profiles: reads what the process pid cost, and where it had loaded its
   files. Returns NULL, or an error that the caller frees; in either case the caller frees both.
 */
char *session_costs(
    struct session *session, pid_t pid, struct callgrind_out *out, struct load_map *map);
void session_free(struct session *session);

#endif

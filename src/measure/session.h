#ifndef SESSION_H
#define SESSION_H

#include "input/target.h"
#include "measure/measurement.h"
#include "measure/config.h"
#include "process/jobs.h"

/* One cachegrind process that works off a list of measurements of one program. */
enum session_kind {
	SESSION_FORKS, /* in a forked process for each (engine "fork") */
	SESSION_HERE,  /* in its own process, one measurement (engine "exec") */
	SESSION_BARE,  /* likewise, and the program knows nothing of it (a command) */
};

struct session;

/* A measurement has begun, or is over; a NULL ending says that it begins. */
typedef void session_heard(void *context, const struct ending *ending);
/* The session is over, and all that was heard was told. up: it had come to its list. why: NULL,
   or why the process did not work off its list; output: what it printed itself, and what
   valgrind said that was not told. Both are the session's. */
typedef void session_over(void *context, bool up, const char *why, const char *output);

/* dir: a directory of its own, absolute, which is made; that of the measurement, if bare; run:
   the words that run the program, the first an absolute path; threads: whether it may start
   any; status: with which a bare one is to exit. Everything but dir is borrowed
   until the session is over. */
struct session *session_new(const struct config *config, const struct target *target,
    const struct words *run, const char *dir, enum session_kind kind, bool threads, int status);
/* Adds a measurement of the cell of that number. heard is called when it begins, by a session
   of many, and when it is over, or never where an earlier one of the cell failed or the session
   ended before. */
void session_add(struct session *session, const struct measurement *m, int cell,
    session_heard *heard, void *context);
/* Hands the session over to jobs. Returns its command as text (the caller frees), or NULL with
 *error set likewise where it cannot begin: the session is gone then. */
char *session_push(struct session *session, struct jobs *jobs, session_over *over,
    void *context, char **error);

#endif

#ifndef SESSION_DRIVER_H
#define SESSION_DRIVER_H

#include "measure/build/program.h"

/* Makes the sessions of a stage that measures programs, and tells the stage what they find.
   What differs between stages is theirs to say. */
struct session_driver {
	enum step step; /* of its jobs */
	/* Sets what is not the same for every session of the program. */
	void (*open)(struct session *session);
	/* The measurement of a task that its sessions make. */
	struct measurement *(*find)(
	    struct task *task, enum variant variant, enum length length);
	/* A measurement of the task cannot be made. */
	void (*refuse)(struct task *task, const char *why);
	/* A measurement of the task begins. NULL: nobody need know. */
	void (*announce)(const struct task *task, const struct measurement *m);
	/* The process of a request of an unfinished task has ended. */
	void (*take)(struct session *session, const struct request *request,
	    const struct outcome *outcome);
	/* The session cannot begin: called for each of its requests whose task is unfinished.
	 */
	void (*fail)(struct session *session, const struct request *request, const char *why);
	/* The session has ended and is freed afterwards. A process of its own that measured was
	   given to take before. why: as of session_why; output: as of session_output. */
	void (*end)(struct session *session, const char *why, const char *output);
};

struct session *session_driver_open(
    const struct session_driver *driver, struct program *program);
/* Adds the four measurements of a task of the program, their directories made anew. */
void session_driver_add_all(struct session *session, size_t task);
/* Queues a session with requests, or frees one that has none. */
void session_driver_push(struct session *session);
/* Queues a session with one measurement of a task. */
void session_driver_push_one(const struct session_driver *driver, struct program *program,
    size_t task, enum variant variant, enum length length);
/* Queues such a session for each measurement that the task needs, but the one that was made,
   which may be NULL. */
void session_driver_push_each(const struct session_driver *driver, struct program *program,
    size_t task, const struct measurement *made);
/* The task of a request; NULL: it is finished. */
struct task *session_driver_task(const struct session *session, const struct request *request);
/* Takes an event of the job that runs the session. */
void session_driver_take(struct session *session, const struct job_event *event);

#endif

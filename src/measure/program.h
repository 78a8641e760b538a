#ifndef PROGRAM_H
#define PROGRAM_H

#include "measure/session.h"
#include "measure/task.h"

/* The tests that are linked together, and are measured as one program. */
struct program {
	struct site *site;
	struct target *target;
	struct task *
	    *tasks; /* NULL where one is over; the index is its number in the program */
	size_t n;
	char *dir, *path;
	struct words run;       /* what runs it */
	enum session_kind kind; /* of its sessions */
	unsigned sessions;      /* that are queued or run */
};

/* How a language's programs are measured. */
enum session_kind program_kind(const struct config *config, const struct language *language);
/* A program of n tasks of one target, which it owns from now on. It has one session, the
   caller's. */
struct program *program_new(struct site *site, struct task *const *tasks, size_t n);
/* The command of a measurement as one could type it: without a server, its work as input. The
   caller frees. */
char *program_show(
    const struct program *program, const struct task *task, const struct measurement *m);
/* Adds the words that run a measurement. */
void program_run(const struct program *program, const struct task *task,
    const struct measurement *m, struct words *run);
/* The cell of that work fails in a measurement. */
void program_fail(struct program *program, struct task *task, const struct measurement *m,
    const char *why, const char *output);
/* The work is over, and taken out of the program. */
void program_end_task(struct program *program, size_t work);
/* One session less; frees the program with the last one. */
void program_release(struct program *program);

#endif

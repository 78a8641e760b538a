#pragma once

#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "model/chance.h"

/* The guard of a measured program knows its processes and threads by the numbers that they are
   told, and what it is asked now. */

/* So many processes and threads are known at once. */
enum { GUARD_THREADS = 1024 };

struct thread {
	pid_t tid;
	int number;    /* pinned */
	size_t leader; /* the process's first thread, of which the rest is: */
	bool starts;   /* the valgrind in it, which asks for its directory once */
	unsigned seed;
	unsigned long questions; /* about the time */
};

struct guard {
	const char *dir;
	pid_t first;  /* the process that joined */
	pid_t server; /* started the process that began a request; 0 before */
	int listener;
	bool valgrind;         /* programs run under it */
	bool traced;           /* the first, by the guard until it executes its program */
	unsigned real;         /* not pinned: a set of enum chance */
	unsigned seed;         /* of what is */
	unsigned noted;        /* about the process that began last, */
	struct timespec began; /* and when */
	struct thread threads[GUARD_THREADS];
	size_t n;
	int next; /* number */
	struct seccomp_notif question;
	struct seccomp_notif_resp answer;
};

/* Begins anew with the process as the only one. */
void guard_begin(struct guard *guard, pid_t tid);
/* NULL if it is not known. */
struct thread *guard_find(struct guard *guard, pid_t tid);
/* The thread that asks. It is numbered when it first does. */
struct thread *guard_asker(struct guard *guard);
/* Its process. */
struct thread *guard_process(struct guard *guard);
/* The number that the process that asks gets for its parent. */
int guard_parent(struct guard *guard);
/* A real number for a pinned one, or itself. */
pid_t guard_real_number(const struct guard *guard, uint64_t number);
/* Notes what the process draws chance from, for noted_read: once, but each start of a process.
 */
void guard_note(struct guard *guard, enum chance chance);
/* Begins anew with the process that asks, which begins a request. What was noted before the
   first request is of no account. */
void guard_request(struct guard *guard);
/* Returns true if that is left to chance, which is then noted. */
bool guard_leaves(struct guard *guard, enum chance chance);
/* Writes to the memory of the thread that asks, or reads from it. */
bool guard_write(const struct guard *guard, uint64_t to, const void *from, size_t n);
bool guard_read(const struct guard *guard, uint64_t from, void *to, size_t n);

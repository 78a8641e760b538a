#pragma once

#include <stdbool.h>
#include <sys/types.h>

/* Pins what a measured process could draw chance from: it asks the kernel, and its guard
   answers. That holds for every library and language, and for programs that are linked
   statically.

   Clocks begin at the same time and go on by a millisecond for each question; random bytes are
   the same sequence; a process has the same numbers in every run. The process for a
   request begins anew. Signals to such a number arrive. */

/* Returns true if the kernel and the container let a process do so. */
bool chance_available(void);

/* The process says this about itself before it executes its program. */
struct chance_join {
	pid_t pid;
	int listener;  /* its descriptor, or -1 */
	bool traced;   /* it asks to be traced by its parent until it executes the program, */
	bool valgrind; /* which is a tool of valgrind */
};

/* The process that a guard answers, and how. */
struct chance_guarded {
	pid_t pid;       /* a child */
	unsigned real;   /* not pinned: a set of enum chance, at first */
	unsigned seed;   /* of the rest */
	const char *dir; /* for notes of what is not pinned; see noted.h */
	/* When to stop answering: -1, or a descriptor that tells of signals. Then all that the
	   program starts are waited for, and become children of the guard when they lose their
	   parents. SIGTERM stops the wait. */
	int signals;
};

/* In the process that is about to execute the program: from now on the process at the other end
   of the socket answers. valgrind: the program is valgrind, whose own questions for numbers are
   not its program's. traced: some other process traces this one. Returns false if it did not
   answer; then the program must not be executed. */
bool chance_join(int socket, bool valgrind, bool traced);
/* In the guard, once such a message has arrived: answers until the process ends. Returns false
   if it can answer no more; then the process must be killed. */
bool chance_answer(int socket, const struct chance_guarded *guarded);

#ifndef SIGNALS_H
#define SIGNALS_H

#include <signal.h>

/* The signals that end a program from outside, held back while there are children and files to
   take with it. */

enum { HELD_COUNT = 12 };

/* All that may end a program from outside; and SIGCHLD, which stands first. */
extern const int signals_signals[HELD_COUNT];

struct signals {
	sigset_t before; /* the mask in which they are waited for, SIGCHLD among them */
	struct sigaction actions[HELD_COUNT];
};

/* From now on they are only noted, and only while somebody waits with held->before. */
void signals_begin(struct signals *held);
/* Puts things back; what came in between is delivered now. */
void signals_end(struct signals *held);
/* The signal that was noted, SIGCHLD excepted, or 0. */
int signals_caught(void);

#endif

#ifndef SIGNALS_H
#define SIGNALS_H

#include <signal.h>

/* The signals that end a program from outside, held back while there are children to kill and
   files to remove first. */

enum { SIGNALS_COUNT = 12 };

/* Those that may end a program from outside, after SIGCHLD, which is the first. */
extern const int signals_list[SIGNALS_COUNT];

struct signals {
	sigset_t before; /* the mask in which they are waited for, SIGCHLD among them */
	struct sigaction actions[SIGNALS_COUNT];
};

/* From now on they are only noted, and only during a wait with signals->before. */
void signals_begin(struct signals *signals);
/* Restores what was before. Signals that came in between are delivered now. */
void signals_end(struct signals *signals);
/* The signal that was noted, other than SIGCHLD, or 0. */
int signals_caught(void);

#endif

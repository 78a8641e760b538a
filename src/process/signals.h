#pragma once

#include <signal.h>

/* The signals that end a program from outside, held back while there are children to kill and
   files to remove first. */

enum { SIGNALS_COUNT = 12 };

/* SIGCHLD, then the signals that may end a program from outside. */
extern const int signals_list[SIGNALS_COUNT];

struct signals {
	sigset_t before; /* the mask to wait with: it lets them through, and SIGCHLD */
	struct sigaction actions[SIGNALS_COUNT];
};

/* Signals are only noted from now on, and only during a wait with signals->before. */
void signals_begin(struct signals *signals);
/* Restores what was before. Signals that came in between are delivered now. */
void signals_end(struct signals *signals);
/* The last signal that was noted, other than SIGCHLD; 0: none. */
int signals_caught(void);

#ifndef GUARD_H
#define GUARD_H

#include <stdbool.h>
#include <sys/types.h>

/* The process between cgbench and a program that it measures. It is the parent that the program
   sees: one that it may kill or stop, and only its own cell fails. The program dies with it. */

/* Forks in what is going to be the program. Returns true in a child, which goes on; what has
   called becomes the guard, says on report who the child is and how it ended, and is over then.
   Returns false, with errno set, where it cannot fork. */
bool guard_begin(int report);
/* What the guard has said on report: the pid, at once, once the program runs, or 0. */
pid_t guard_child(int report);
/* And at its end the status, as waitpid gives it. Returns false where it ended without a word.
 */
bool guard_status(int report, int *status);

#endif

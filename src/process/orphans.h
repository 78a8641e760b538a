#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Descendants that left their process group and lost their parent. This process adopts them, so
   that they can be found and killed. */

/* A program leaves orphans behind: in a session of its own, one is a daemon that a compiler, or
   a program around it, started for itself. */
enum orphans { ORPHANS_OF_SESSION, ORPHANS_ALL };

/* This process adopts orphans from now on. The children that it already has, as when a shell
   with background jobs executed cgbench, are foreign and left alone. */
void orphans_adopt(void);
/* Returns true if there are more children in the session of this process than the running ones,
   not counting foreign ones. */
bool orphans_exist(size_t running);
/* Waits for the children that have ended, but not for this one. Returns true if others are
   left. */
bool orphans_left(pid_t but);
/* Kills these children, but not this one (0: any) nor foreign ones, and waits for them, for
   about a second: what cannot be killed is foreign from then on. To be called while no job
   runs: a running job may still work with an orphan. */
void orphans_kill(enum orphans which, pid_t but);
/* Kills the process that traces this one, if any: nobody else can wait for it before. */
void orphans_kill_tracer(pid_t pid);
/* Waits until a child ends, whatever signals arrive, and kills who traces it then. status: as
   of waitpid, or that of a process that SIGKILL ended, if it cannot be waited for; may be NULL.
 */
void orphans_wait(pid_t pid, int *status);
/* Waits until a child has ended, which it still is to be waited for, but no longer than so many
   milliseconds (-1: for ever). Returns false if it may run. */
bool orphans_await(pid_t pid, int ms);

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Descendants that left their process group and lost their parent. This process adopts them, so
   that they can be found and killed. */

/* From now on this process adopts orphans. The children that it already has, as when a shell
   with background jobs executed cgbench, are foreign and left alone. */
void orphans_adopt(void);
/* Returns true if there are more children than the running ones, not counting foreign ones. */
bool orphans_exist(size_t running);
/* Waits for the children that have ended, but not for this one. Returns true if others are
   left. */
bool orphans_left(pid_t but);
/* Kills all children but this one, and waits for them. */
void orphans_kill_but(pid_t but);
/* Kills all children that are not foreign, and waits for them. To be called while no job runs:
   a running job may still work with an orphan. */
void orphans_kill(void);

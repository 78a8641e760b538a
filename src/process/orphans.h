#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Descendants that left their process group and lost their parent. This process adopts them, so
   that they can be found and killed. */

/* From now on this process adopts orphans. The children that it already has, as when a shell
   with background jobs executed cgbench, are foreign and left alone. */
void orphans_adopt(void);
/* Returns true if there are more children than the running ones, not counting foreign ones. */
bool orphans_exist(size_t running);
/* Kills all children that are not foreign, and waits for them. To be called while no job runs:
   a running job may still work with an orphan. */
void orphans_kill(void);

#ifndef ORPHANS_H
#define ORPHANS_H

#include <stdbool.h>
#include <stddef.h>

/* Descendants that left their process group and lost their parent. This process adopts them, so
   that they can be found and ended. */

/* From now on orphans come here. The children that this process has already, as when a shell
   with background jobs became cgbench, are none of ours and are left alone. */
void orphans_adopt(void);
/* Whether there are children besides those and the running ones. */
bool orphans_exist(size_t running);
/* Kills and waits for all of them: to be called while no job runs, for an orphan may be one
   that a running job still works with. */
void orphans_kill(void);

#endif

#ifndef CGBENCH_QEMU_FORK_H
#define CGBENCH_QEMU_FORK_H

#include <stdbool.h>

/* What a fork costs QEMU. This library may be preloaded into QEMU, too, which then calls the
   functions fork and pthread_create in it: they do the same, but make QEMU compact, and start
   later, or not at all, the thread that QEMU has in each process. */

/* Tells that QEMU has started, and whether it may be made compact. Returns whether it calls
   these functions. */
bool fork_begin(bool compacts);
/* Counts a system call of the program. */
void fork_count_call(void);

#endif

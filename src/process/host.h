#pragma once

#include <stdbool.h>

#include "util/words.h"

/* The computer that programs run on, and which of its CPUs they may use. */

/* The number of CPUs that this process may use: those of its affinity mask, or fewer if a
   control group limits it (cgroup v1 or v2; rounded down, at least 1). */
unsigned host_cpus(void);
/* The one processor that timed programs run on: the last that cgbench may use, because the
   first handles most interrupts. -1: it is unknown, or they cannot be kept there. */
int host_processor(void);
/* Keeps this process, and all that it starts, on that processor. */
void host_stay(void);
/* Adds what times depend on, as NAME=VALUE, without what the system does not report:
   "processor" (its name), "cpu" (the number of the one that programs run on), "governor" of its
   frequency, "smt", "load" (before anything was timed) and "clock" (the kernel's source of it).
 */
void host_describe(struct words *host);
/* Returns true if this machine may be why a command failed that makes files in dir: the file
   system is full, no more processes can be started, or memory, time or files are limited. */
bool host_is_short(const char *dir);

#ifndef HOST_H
#define HOST_H

#include "util/words.h"

/* Adds what times depend on, as NAME=VALUE, but for what the system does not tell: "processor"
   (its name), "cpu" (the number of the one that programs run on), "governor" of its frequency,
   "smt", "load" (before anything was timed) and "clock" (the kernel's source of it). */
void host_describe(struct words *host);

#endif

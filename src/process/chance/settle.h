#pragma once

#include <sys/types.h>

/* The tracer calls this at the stop that follows an exec: pins the bytes that the kernel gave
   the program, others for each seed, and hides the code with which it would read the clock
   itself.
 */
void settle_started(pid_t pid, unsigned seed);

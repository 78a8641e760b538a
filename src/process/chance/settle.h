#pragma once

#include <sys/types.h>

/* At the stop that follows an exec, for the tracer: pins the bytes that the kernel gave the
   program, others for each seed, and hides the code with which it would read the clock itself.
 */
void settle_started(pid_t pid, unsigned seed);

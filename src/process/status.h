#pragma once

#include <stdint.h>
#include <sys/types.h>

/* The number of a process's line in /proc/PID/status that begins with name, as "PPid:", in that
   base; 0 if there is none. */
uint64_t status_number(pid_t pid, const char *name, int base);

#pragma once

#include <sys/types.h>

/* System calls that Linux does not have: the guard answers them. */
enum { CHANCE_TICKS = 0x63670, CHANCE_DRAW = 0x63671 };

/* Finds in a tool of valgrind the bytes that does rdtsc, rdtscp, rdrand and rdseed for its
   program; not what is otherwise than in valgrind 3.19 to 3.27. In the process that starts the
   tool, before it does. */
void tool_find(const char *path);
/* In a stopped process that has executed a program, for its tracer: if that is the tool that
   was looked at last, changes that bytes, so that it asks the guard instead. */
void tool_pin(pid_t pid);

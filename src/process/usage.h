#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* The use of the processors by a process and its descendants. */
struct usage {
	uint64_t processor; /* milliseconds, with those of children that were waited for */
	bool busy;          /* one of their threads runs or waits for a processor */
};

/* Reads it from /proc. Returns false if that is missing, or of another PID namespace. pid is a
   descendant of the process that reads. */
bool usage_read(pid_t pid, struct usage *usage);
/* Returns true if a process has this ancestor. */
bool usage_descends(pid_t pid, pid_t ancestor);

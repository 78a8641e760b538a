#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct pids {
	pid_t *v;
	size_t n;
};

/* The number of a process's line in /proc/PID/status that begins with name, as "PPid:", in that
   base; 0 if there is none. */
uint64_t status_number(pid_t pid, const char *name, int base);
/* Adds the processes in a file of /proc with the children of a thread, "1234 1240 ". */
void status_add_children(struct pids *pids, const char *path);

#pragma once

#include <stddef.h>
#include <sys/types.h>

#include "model/chance.h"

/* Notes of what processes drew chance from that was not pinned, in a file of a directory. */

/* Adds a note about a process and those that it started; 0: earlier ones are of no account. */
void noted_add(const char *dir, pid_t pid, enum chance chance);
/* Returns the notes about a process, or about all if pid is 0, as a set of enum chance, and
 *sets processes to how many processes were started. */
unsigned noted_read(const char *dir, pid_t pid, size_t *processes);

#ifndef ENGINE_H
#define ENGINE_H

#include "input/target.h"
#include "valgrind/valgrind.h"

/* What runs the programs of a target and counts their events: valgrind, or the target's QEMU.
 */

/* Makes command run a program of the target, as valgrind_command and qemu_command do. dir:
   where its processes leave their counts, which for valgrind is where the command starts.
   profiles: valgrind is a profiler, and QEMU's plugin is to be one. Returns false if valgrind
   has no tool for it. */
bool engine_command(const struct valgrind *valgrind, const struct target *target,
    const struct words *run, bool threads, bool rewrites, bool profiles, const char *dir,
    struct command *command);
/* Reads the counts of the process pid, as valgrind_counts does. */
char *engine_counts(const struct valgrind *valgrind, const struct target *target,
    const char *dir, pid_t pid, const char *keep, struct counts *counts,
    struct deviations *deviations);
/* The fields that it does not count. */
field_set engine_lacks(const struct target *target);

#endif

#include "measure/engine.h"

bool
engine_command(const struct valgrind *valgrind, const struct target *target,
    const struct words *run, bool threads, bool rewrites, bool profiles, const char *dir,
    struct command *command)
{
	if (!target->qemu)
		return valgrind_command(valgrind, run, threads, rewrites, command);
	qemu_command(target->qemu, run, target->sysroot, dir, profiles, command);
	return true;
}

field_set
engine_lacks(const struct target *target)
{
	return target->qemu ? FIELD_ALL & ~FIELD_QEMU : 0;
}

char *
engine_counts(const struct valgrind *valgrind, const struct target *target, const char *dir,
    pid_t pid, const char *keep, struct counts *counts, struct deviations *deviations)
{
	if (target->qemu)
		return qemu_counts(dir, pid, keep, counts, deviations);
	return valgrind_counts(valgrind, dir, pid, keep, counts, deviations);
}

#include "measure/counter.h"

bool
counter_command(const struct valgrind *valgrind, const struct target *target,
    const struct words *run, bool threads, bool rewrites, bool profiles, const char *dir,
    struct command *command)
{
	if (!target->qemu)
		return valgrind_command(valgrind, run, threads, rewrites, command);
	qemu_command(target->qemu, run, target->sysroot, dir, profiles, command);
	return true;
}

field_set
counter_lacks(const struct target *target)
{
	return target->qemu ? FIELD_ALL & ~QEMU_FIELDS : 0;
}

char *
counter_counts(const struct valgrind *valgrind, const struct target *target, const char *dir,
    pid_t pid, const char *keep, struct counts *counts, struct deviations *deviations)
{
	if (target->qemu)
		return qemu_counts(dir, pid, keep, counts, deviations);
	return valgrind_counts(valgrind, dir, pid, keep, counts, deviations);
}

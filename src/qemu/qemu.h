#pragma once

#include <sys/types.h>

#include "model/field.h"
#include "process/command.h"
#include "machine/machine.h"
#include "model/deviation.h"

/* A QEMU that runs programs of one machine in user mode, and counts what they execute with a
   plugin of ours, inject/qemu. */
struct qemu {
	const struct machine *machine;
	char *exe;     /* absolute path */
	char *version; /* "7.2.22" */
	char *plugin;  /* absolute path */
	char *wrong;   /* why it cannot measure, in one line; NULL: it can */
};

/* The name of what writes its counts, in messages. */
#define QEMU_WRITER "QEMU's plugin"

/* The QEMUs found so far. Start from {0}; it must not move. */
struct qemus {
	struct qemu v[MACHINE_COUNT];
	size_t n;
};

/* The QEMU for a machine, which is looked for in $PATH, with its version; or one that is
   wrong. Valid until qemus_free. */
const struct qemu *qemus_find(struct qemus *qemus, const struct machine *machine);
void qemus_free(struct qemus *qemus);

/* Makes command run a program for the machine, whose path is the first word of run. sysroot:
   where its dynamic linker and libraries are found. Each of its processes that ends by itself
   leaves its counts in the directory dir; profiles: by instruction, for costs_read. */
void qemu_command(const struct qemu *qemu, const struct words *run, const char *sysroot,
    const char *dir, bool profiles, struct command *command);
/* Returns why QEMU did not start a program, judging by the first line that it said, or NULL if
   that was not for want of a dynamic linker. The caller frees. */
char *qemu_refusal(const struct qemu *qemu, const char *sysroot, const char *said);
/* Reads the counts of the process pid from dir, adds its deviations, and moves their file to
   keep or, if that is NULL, removes it. Returns NULL, or an error that the caller frees. */
char *qemu_counts(const char *dir, pid_t pid, const char *keep, struct counts *counts,
    struct deviations *deviations);

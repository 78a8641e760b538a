#pragma once

#include <stdbool.h>

/* The machines that programs can be measured on: the host's own, under valgrind, and those that
   QEMU's user mode emulates. */
struct machine {
	int number;          /* in an ELF header, as EM_AARCH64; all are of 64 bits */
	const char *name;    /* of the machine, as in "qemu-aarch64" */
	const char *triple;  /* in names of Debian's packages and commands */
	const char *cpu;     /* the processor that QEMU shows, with all that it can do */
	const char *sysroot; /* where Debian's cross compilers for it have the C library */
	const char *libc;    /* Debian's package of it */
	/* What disassembles its programs, with the name that it has for the machine, and
	   Debian's package of it; NULL: cgbench does. */
	const char *objdump, *architecture, *binutils;
};

enum { MACHINE_COUNT = 3 };

/* The machine that cgbench itself runs on. */
const struct machine *machine_host(void);
/* Where compilers for a machine have the C library on this host. */
const char *machine_sysroot(const struct machine *machine);
/* The machine that the ELF file at path is for, which is the host's also if it is for 32 bits
   of that. NULL if it is for none of these, or is no ELF file; other: set to what it is for
   ("ARM of 32 bits", "another system than Linux"), or to NULL if that is not known; the caller
   frees. */
const struct machine *machine_of_file(const char *path, char **other);
/* Whether the ELF file at path is for 32 bits of the host's machine. */
bool machine_is_narrow(const char *path);
/* The machine with whose triple a name begins, as in "aarch64-linux-gnu-gcc"; NULL: none. */
const struct machine *machine_of_name(const char *name);

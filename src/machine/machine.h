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
	/* The command that disassembles its programs, with the name that it has for the
	   machine, and Debian's package of it; NULL: cgbench does. */
	const char *objdump, *architecture, *binutils;
};

enum { MACHINE_COUNT = 3 };

/* The machine that cgbench itself runs on. */
const struct machine *machine_host(void);
/* Returns the machine that the ELF file at path is for, which is the host's also if it is for
   32 bits of that. NULL if it is for none of these, or is no ELF file; other: set to what it is
   for ("ARM of 32 bits", "another system than Linux"), or to NULL if that is not known; the
   caller frees. */
const struct machine *machine_of_file(const char *path, char **other);
/* Returns true if the ELF file at path is for 32 bits of the host's machine. */
bool machine_is_narrow(const char *path);
/* Returns the machine with whose triple a name begins, as in "aarch64-linux-gnu-gcc"; NULL:
   none. */
const struct machine *machine_of_name(const char *name);

/* The processors that valgrind shows to programs for x86-64: one of these four, whatever the
   host's is, in ascending order of their instruction sets. */
enum guest_cpu { CPU_SSE2, CPU_SSE42, CPU_AVX, CPU_AVX2 };

/* The processor that such programs see on this host. Valgrind shows one depending on what the
   host's can do: an i7-4910MQ (avx2), an i5-2300 (avx), an i5-670 (sse4.2) or an Opteron 848
   (sse2). On other machines it is QEMU's, an AVX2 one. */
enum guest_cpu guest_cpu_shown(void);
/* "sse2", "sse4.2", "avx" or "avx2". */
const char *guest_cpu_name(enum guest_cpu cpu);

/* Levels are those of the x86-64 ABI, "v1" to "v3": v2 requires SSE4.2 and v3 AVX2. */

/* The first processor that has everything in the level. */
enum guest_cpu guest_cpu_of_level(const char *level);
/* Returns the setting GLIBC_TUNABLES=... that restricts the C library to the level and fixes
   the cache sizes it assumes, whichever processor it sees; NULL for v3, which needs no
   restriction. */
const char *guest_cpu_tunables(const char *level);

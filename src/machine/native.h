#pragma once

/* The differences between the machines that cgbench itself runs on: x86-64 and AArch64. The
   Makefile compiles one of native_*.c, for the machine that the compiler compiles for. */
enum { NO_NARROW = -1 };

struct native {
	int number; /* of the machine in ELF headers; its row is in machine.c */
	int narrow; /* of its programs of 32 bits that valgrind runs, too, or NO_NARROW */
	/* The end of the names of valgrind's tools, as in "cachegrind-amd64-linux". */
	const char *valgrind, *valgrind_narrow;
	const char *loader; /* of dynamically linked programs */
	const char *option; /* with which valgrind leaves no count to chance, or NULL */
};

extern const struct native native;

/* The processor that valgrind shows to programs on this host: a word, which means x86-64, or
   the machine's name and more. The caller frees. */
char *native_cpu(void);

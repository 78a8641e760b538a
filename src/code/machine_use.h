#pragma once

#include <stdbool.h>

/* This finds in a test's object files how its code uses the machine in ways for which valgrind
   needs an option, or that valgrind does not support. */

struct machine_use {
	bool rewrites; /* it may change code that has run, other than anonymous memory's */
	bool control;  /* it reads or sets the control or status of floating-point numbers */
	bool special;  /* it uses registers that valgrind may not have as the processor does */
	unsigned own;  /* it defines functions itself, by deviation_function */
};

/* Adds what the relocatable ELF file at path does; nothing for another file. */
void machine_use_add(struct machine_use *use, const char *path);
/* Adds what another one does. */
void machine_use_merge(struct machine_use *use, const struct machine_use *other);

#ifndef MACHINE_USE_H
#define MACHINE_USE_H

#include <stdbool.h>

/* What the code of a test, in its object files, does with the machine that valgrind must be
   told of, or cannot do. */

struct machine_use {
	bool rewrites; /* it may change code that has run, other than anonymous memory's */
	bool mxcsr;    /* it reads or sets SSE's control and status register */
	unsigned own;  /* it defines functions itself, by deviation_function */
};

/* Adds what the relocatable ELF file at path does; nothing for another file. */
void machine_use_add(struct machine_use *use, const char *path);

#endif

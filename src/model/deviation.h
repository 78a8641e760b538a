#pragma once

#include <stddef.h>
#include <stdint.h>

/* A deviation is where the machine of valgrind or QEMU did something else than a processor and
   its kernel would, as far as cachegrind's out file and valgrind's log, or QEMU's plugin, show
   it. */
enum deviation {
	DEVIATION_VDSO,    /* a system call where the kernel offers code to call */
	DEVIATION_FENV,    /* SSE's rounding mode, exception flags or traps, which it ignores */
	DEVIATION_SIGNAL,  /* a signal that a process queues to itself, which arrives late */
	DEVIATION_SYSCALL, /* a system call that it does not know and fails */
	DEVIATION_HEAP,    /* a heap that it does not let grow, */
	DEVIATION_GROWTH,  /* and attempts to let it grow, in vain or not */
	DEVIATION_COUNT
};

/* The number of instructions or messages of each kind that one process showed. */
struct deviations {
	uint64_t of[DEVIATION_COUNT];
	unsigned own; /* functions of those names that are the test's own: deviation_function */
};

/* The bit of a function whose calls are a deviation if it is the C library's, by its name; 0
   for any other. */
unsigned deviation_function(const char *name);

/* Adds what the out file shows, n bytes, by the functions that it names. */
void deviation_add_out(struct deviations *deviations, const char *out, size_t n);
/* Adds what valgrind logged about the process. */
void deviation_add_log(struct deviations *deviations, const char *log);

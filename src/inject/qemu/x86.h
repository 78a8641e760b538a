#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Returns true if this instruction of x86-64 reads and writes different operands, which may
   lie in one place or side by side: cmps, movs; push, pop and call of a value in memory; and
   the elements of a gather. bytes: its n bytes. */
bool x86_has_operands(const unsigned char *bytes, size_t n);
/* Returns true for rdtsc and rdtscp. */
bool x86_reads_ticks(const unsigned char *bytes, size_t n);
/* Returns true if it reads or writes one operand with gaps, which QEMU accesses piece by piece:
   the state of the processor, as fxsave does, a decimal number, or what a mask selects. */
bool x86_has_gaps(const unsigned char *bytes, size_t n);

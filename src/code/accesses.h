#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an instruction of unoptimised code does with memory, and where the code goes on behind
   it; of x86, AArch64 and RISC-V. */

/* A set: it reads, it writes, or it makes the address. */
enum { ACCESS_READ = 1, ACCESS_WRITE = 2, ACCESS_ADDRESS = 4 };

/* The base of what is accessed by no register of the frame, and by no register at all, such as
   a static object. */
enum { ACCESS_ELSEWHERE = -1, ACCESS_STATIC = -2 };

struct access {
	unsigned what;
	int base;         /* the register, by its number in DWARF, or one of those */
	int64_t distance; /* from it, in bytes */
	size_t size;      /* in bytes; 0: not known, as of an array with an index */
};

enum { ACCESSES = 3 };

struct accesses {
	size_t length; /* of the instruction in bytes; 0: it is not known */
	struct access v[ACCESSES];
	size_t n;
	bool moves; /* it only copies a value */
	bool calls;
	bool goes_on; /* to the next instruction */
	bool jumps;   /* to the target, which is so far from its start: */
	int64_t target;
	bool scattered; /* it jumps to a place that is not known */
};

/* Decodes the instruction at code, of which n bytes are left. machine: as in an ELF header. */
struct accesses accesses_read(int machine, const unsigned char *code, size_t n);

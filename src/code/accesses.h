#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The accesses of an instruction of unoptimised code to memory, and where the code goes on
   behind it; of x86, AArch64 and RISC-V. */

/* A set: it reads, it writes, or it makes the address. */
enum { ACCESS_READ = 1, ACCESS_WRITE = 2, ACCESS_ADDRESS = 4 };

/* The base of an address: a register of the frame, by its number in DWARF,
   no register at all, as for a static object, or anything else. */
enum {
	BASE_UNKNOWN = -1,
	BASE_STATIC = -2,
	BASE_RSP = 7,
	BASE_RBP = 6,
	BASE_ESP = 4,
	BASE_EBP = 5,
	BASE_AARCH64_SP = 31,
	BASE_AARCH64_FP = 29,
	BASE_RISCV_SP = 2,
	BASE_RISCV_FP = 8
};

struct access {
	unsigned what;
	int base;         /* one of BASE */
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

/* The access, if there is one, of an instruction of AArch64, and of one of RISC-V that is so
   long, which the decoders in the files of these names know. */
struct access aarch64_access(const unsigned char *bytes);
struct access riscv_access(const unsigned char *bytes, size_t length);

/* Decodes the instruction at bytes, of which n bytes are left. machine: as in an ELF header. */
struct accesses accesses_read(int machine, const unsigned char *bytes, size_t n);

#ifndef INSTRUCTION_H
#define INSTRUCTION_H

#include <stdbool.h>
#include <stddef.h>

/* An instruction of x86-64, as far as one must know it to see that code only moves things. */

enum instruction_kind {
	INSTRUCTION_OTHER, /* one that does some work, or is not known here */
	INSTRUCTION_MOVE,
	INSTRUCTION_NOP, /* of several bytes, which compilers align code with */
	INSTRUCTION_JUMP,
	INSTRUCTION_BRANCH, /* a jump on being zero, or not */
	INSTRUCTION_TEST    /* of 64 bits for being zero */
};

/* What is moved from and to: a register by its number, 0 to 15, vectors from
   INSTRUCTION_VECTORS on; or this. An address that is known, if only when the function is
   entered, is a constant. */
enum { INSTRUCTION_CONSTANT = -2, INSTRUCTION_MEMORY = -1, INSTRUCTION_VECTORS = 16 };

struct instruction {
	enum instruction_kind kind;
	size_t length; /* 0 for OTHER */
	/* Of a MOVE; of a TEST, from. */
	int from, to;
	bool wide; /* of a 64-bit constant or of a vector, which is no variable in a register */
	/* Of MEMORY: whether that is a fixed place in the function's frame, and at which
	   distance from the stack pointer. */
	bool on_stack;
	long slot;
	/* Of a MOVE from memory whose address is relative to the instruction's: where that
	   begins, in bytes from its start; else 0. */
	size_t relative;
	/* Of a JUMP and a BRANCH: in bytes from its start, and where that begins. */
	long target;
	size_t target_at;
};

/* The instruction that begins at s, where n bytes are left. */
struct instruction instruction_read(const unsigned char *s, size_t n);

#endif

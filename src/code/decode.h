#ifndef DECODE_H
#define DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Any instruction of x86-64: how long it is, where it leads, and as much of what it does as one
   needs to follow a variable through a function. What it computes, instruction.h knows of
   some. */

enum decode_flow {
	DECODE_ON,
	DECODE_JUMP,
	DECODE_BRANCH,   /* to the target or on */
	DECODE_COMPUTED, /* to one of several places, as a switch does */
	DECODE_END       /* returns, traps, or calls another function last */
};

enum decode_kind {
	DECODE_OTHER,
	DECODE_MOVE, /* 64 bits, between registers and places in the frame */
	DECODE_TEST, /* compares 64 bits with zero */
	DECODE_NOP   /* of several bytes, which compilers align code with */
};

/* Where 64 bits are. The base of a place in the frame is the stack pointer or rbp. */
struct decode_place {
	bool in_register, in_frame;
	int number; /* of the register, or of the base */
	long distance;
};

struct decode {
	size_t length; /* 0: it is no instruction, or not known */
	enum decode_flow flow;
	bool on_zero;     /* of a BRANCH: je; on_other: jne */
	bool on_other;    /* neither: on something else */
	long target;      /* of a JUMP and a BRANCH: in bytes from its start, */
	size_t target_at; /* and where that begins */
	enum decode_kind kind;
	struct decode_place from, to; /* of a MOVE; of a TEST, from */
	uint32_t writes;              /* general registers that it may write, by number */
	bool keeps_flags;             /* for certain */
};

/* The instruction that begins at s, where n bytes are left. */
struct decode decode(const unsigned char *s, size_t n);

#endif

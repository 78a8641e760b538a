#ifndef OPCODE_H
#define OPCODE_H

#include <stdbool.h>
#include <stddef.h>

/* An instruction of x86-64 taken apart, whatever it does. */

enum opcode_map { MAP_SHORT, MAP_0F, MAP_38, MAP_3A, MAP_5, MAP_6 };
enum opcode_register { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI };

struct opcode {
	/* What stands in front, or what VEX and EVEX say in place of it. */
	bool word;            /* 66 */
	unsigned char prefix; /* the last one of 66, f2 and f3; or 0 */
	bool wide;            /* W: 64 bits */
	int rex;              /* its bits W R X B */
	bool short_address;   /* 67 */
	bool altered;         /* by a segment, a lock, a mask, or what else is rare */
	bool vector;          /* VEX or EVEX */
	int other;            /* of these: the third register; else -1 */

	enum opcode_map map;
	unsigned char byte; /* the last one of the opcode */

	/* A register, and a register or a place in memory. */
	bool has_operands;
	int extension; /* the first one without REX: often a part of the opcode */
	int reg, rm;   /* rm: of a register, or -1 */
	bool indexed, scaled;
	bool in_frame; /* at a distance from this base: rsp or rbp */
	int base;
	long distance;
	bool relative; /* to rip, at a distance that is the last 4 bytes of the operands */

	long constant; /* or how far it jumps; 0 where there is none, or a longer one */
	size_t constant_at;
	size_t length;
};

/* Takes apart the instruction that begins at s, where n bytes are left; false if it is none, or
   not known. */
bool opcode_read(const unsigned char *s, size_t n, struct opcode *o);

/* Of several bytes, which compilers align code with. */
bool opcode_is_nop(const struct opcode *o);

#endif

#include <stdint.h>
#include <string.h>

#include "instruction.h"

enum { VECTOR = INSTRUCTION_VECTORS, STACK = 4, LONGEST = 15 };
enum prefix { PREFIX_NONE, PREFIX_66, PREFIX_F3, PREFIX_F2 };

/* What stands in front of an opcode. */
struct head {
	enum prefix prefix;
	bool wide;          /* 64 bits: REX.W */
	int reg, index, rm; /* what is added to a register's number: 0 or 8 */
	int source;         /* VEX: the first of two sources; else -1 */
	size_t length;
};

/* The operands that follow an opcode: a register, and a register or a place in memory. */
struct operands {
	int reg, rm; /* rm: of a register, or -1 */
	int extension;
	bool on_stack; /* this and the others as in struct instruction */
	long slot;
	size_t relative; /* from the first byte here */
	size_t length;
};

static long
read_distance(const unsigned char *s, size_t bytes)
{
	int32_t distance;

	if (bytes < sizeof distance)
		return bytes ? (int8_t)*s : 0;
	memcpy(&distance, s, sizeof distance);
	return distance;
}

static struct operands
read_operands(const unsigned char *s, const struct head *head)
{
	int mod = s[0] >> 6, rm = s[0] & 7;
	struct operands o = {.extension = s[0] >> 3 & 7, .rm = -1, .length = 1};

	o.reg = o.extension + head->reg;
	if (mod == 3) {
		o.rm = rm + head->rm;
		return o;
	}
	if (rm == STACK) {
		int base = s[1] & 7;

		o.on_stack = base == STACK && !head->rm && (s[1] >> 3) == STACK && !head->index;
		o.length = base == 5 && !mod ? 6 : 2;
	} else if (rm == 5 && !mod) {
		o.relative = 1;
		o.length = 5;
	}
	o.slot = read_distance(s + o.length, mod == 1 ? 1 : mod == 2 ? 4 : 0);
	o.length += mod == 1 ? 1 : mod == 2 ? 4 : 0;
	return o;
}

static struct instruction
other(void)
{
	return (struct instruction){.kind = INSTRUCTION_OTHER};
}

static struct instruction
nop(size_t length)
{
	return (struct instruction){.kind = INSTRUCTION_NOP, .length = length};
}

static struct instruction
set_constant(int to, bool wide, size_t length)
{
	return (struct instruction){.kind = INSTRUCTION_MOVE,
	    .from = INSTRUCTION_CONSTANT,
	    .to = to,
	    .wide = wide,
	    .length = length};
}

/* at: where the operands begin; base: 0 or VECTOR, of each. loads: from the register or place
   in memory to the register; else the other way. */
static struct instruction
move(const struct operands *o, size_t at, int base_reg, int base_rm, bool loads, bool wide)
{
	int reg = base_reg + o->reg, rm = o->rm < 0 ? INSTRUCTION_MEMORY : base_rm + o->rm;

	return (struct instruction){.kind = INSTRUCTION_MOVE,
	    .from = loads ? rm : reg,
	    .to = loads ? reg : rm,
	    .wide = wide,
	    .on_stack = o->on_stack,
	    .slot = o->slot,
	    .relative = loads && o->relative ? at + o->relative : 0,
	    .length = at + o->length};
}

static struct instruction
jump(enum instruction_kind kind, const unsigned char *s, size_t at, size_t bytes)
{
	return (struct instruction){.kind = kind,
	    .target = (long)(at + bytes) + read_distance(s + at, bytes),
	    .target_at = at,
	    .length = at + bytes};
}

/* How many bytes a constant has that follows an instruction, but for movabs. */
static size_t
constant_length(const struct head *head)
{
	return head->prefix == PREFIX_66 ? 2 : 4;
}

static struct instruction
test(const struct operands *o, size_t length)
{
	return (struct instruction){.kind = INSTRUCTION_TEST,
	    .from = o->rm < 0 ? INSTRUCTION_MEMORY : o->rm,
	    .on_stack = o->on_stack,
	    .slot = o->slot,
	    .length = length};
}

/* xor with itself, or $-1, $0 and a test for 0 in the group 0x83. */
static struct instruction
arithmetic(const unsigned char *s, const struct head *head, size_t at)
{
	struct operands o = read_operands(s + at, head);
	unsigned char constant = s[at + o.length];
	size_t length = at + o.length + 1;

	if (s[at - 1] != 0x83)
		return o.rm == o.reg ? set_constant(o.reg, false, length - 1) : other();
	if ((o.extension == 1 && constant == 0xff) || (o.extension == 4 && !constant))
		return set_constant(o.rm < 0 ? INSTRUCTION_MEMORY : o.rm, false, length);
	if (o.extension == 7 && !constant && head->wide)
		return test(&o, length);
	return other();
}

static struct instruction
address(const unsigned char *s, const struct head *head, size_t at)
{
	struct operands o = read_operands(s + at, head);

	return o.relative || o.on_stack ? set_constant(o.reg, false, at + o.length) : other();
}

static struct instruction
put_constant(const unsigned char *s, const struct head *head, size_t at)
{
	struct operands o = read_operands(s + at, head);
	size_t constant = s[at - 1] == 0xc6 ? 1 : constant_length(head);

	return o.extension ? other()
	                   : set_constant(o.rm < 0 ? INSTRUCTION_MEMORY : o.rm, false,
	                         at + o.length + constant);
}

/* Opcodes of one byte; at: behind it. */
static struct instruction
read_short(const unsigned char *s, const struct head *head, size_t at)
{
	unsigned char opcode = s[at - 1];
	struct operands o = read_operands(s + at, head);

	if (head->source >= 0)
		return other();
	if ((opcode & 0xf8) == 0xb0)
		return set_constant((opcode & 7) + head->rm, false, at + 1);
	if ((opcode & 0xf8) == 0xb8)
		return set_constant((opcode & 7) + head->rm, head->wide,
		    at + (head->wide ? 8 : constant_length(head)));
	switch (opcode) {
	case 0x31: /* xor */
	case 0x33:
	case 0x83:
		return arithmetic(s, head, at);
	case 0x85:
		return o.rm == o.reg && head->wide ? test(&o, at + o.length) : other();
	case 0x88: /* mov */
	case 0x89:
		return move(&o, at, 0, 0, false, false);
	case 0x8a:
	case 0x8b:
		return move(&o, at, 0, 0, true, false);
	case 0x8d: /* lea */
		return address(s, head, at);
	case 0x90: /* alone it may be the user's own; f3 90 is pause */
		return head->prefix == PREFIX_66 ? nop(at) : other();
	case 0xc6: /* mov */
	case 0xc7:
		return put_constant(s, head, at);
	case 0x74: /* je, jne */
	case 0x75:
		return jump(INSTRUCTION_BRANCH, s, at, 1);
	case 0xe9: /* jmp */
		return jump(INSTRUCTION_JUMP, s, at, 4);
	case 0xeb:
		return jump(INSTRUCTION_JUMP, s, at, 1);
	}
	return other();
}

/* Vectors with themselves: exclusive or, and a comparison, which makes ones. */
static struct instruction
same_vectors(const struct head *head, const struct operands *o, size_t at)
{
	int first = head->source >= 0 ? head->source : o->reg;

	return o->rm == first ? set_constant(VECTOR + o->reg, true, at + o->length) : other();
}

/* 0f 6e, 7e and d6, of 4 or 8 bytes; loads from general registers and other vectors. */
static struct instruction
move_element(
    const unsigned char opcode, const struct head *head, const struct operands *o, size_t at)
{
	if (head->prefix == PREFIX_66 && opcode != 0xd6)
		return move(o, at, VECTOR, 0, opcode == 0x6e, false);
	if (head->prefix == PREFIX_66)
		return move(o, at, VECTOR, VECTOR, false, false);
	if (head->prefix == PREFIX_F3 && opcode == 0x7e)
		return move(o, at, VECTOR, VECTOR, true, false);
	return other();
}

/* Opcodes behind 0f; at: behind both. */
static struct instruction
read_long(const unsigned char *s, const struct head *head, size_t at)
{
	unsigned char opcode = s[at - 1];
	struct operands o = read_operands(s + at, head);
	bool scalar = head->prefix == PREFIX_F3 || head->prefix == PREFIX_F2;

	switch (opcode) {
	case 0x10: /* movups, movss, movsd */
	case 0x11:
		return move(&o, at, VECTOR, VECTOR, opcode == 0x10, !scalar);
	case 0x28: /* movaps */
	case 0x29:
		return move(&o, at, VECTOR, VECTOR, opcode == 0x28, true);
	case 0x6f: /* movdqa, movdqu; without a prefix, of MMX */
	case 0x7f:
		return head->prefix == PREFIX_NONE
		           ? other()
		           : move(&o, at, VECTOR, VECTOR, opcode == 0x6f, true);
	case 0x6e: /* movd, movq */
	case 0x7e:
	case 0xd6:
		return move_element(opcode, head, &o, at);
	case 0x57: /* xorps */
		return same_vectors(head, &o, at);
	case 0x76: /* pcmpeqd */
	case 0xef: /* pxor */
		return head->prefix == PREFIX_66 ? same_vectors(head, &o, at) : other();
	case 0x1e: /* endbr64 */
		return head->prefix == PREFIX_F3 && s[at] == 0xfa ? nop(at + 1) : other();
	case 0x1f:
		return nop(at + o.length);
	case 0x84: /* je, jne */
	case 0x85:
		return head->source < 0 ? jump(INSTRUCTION_BRANCH, s, at, 4) : other();
	}
	return other();
}

/* c5 RvvvvLpp, or c4 RXBmmmmm WvvvvLpp: their bits say the opposite. */
static struct instruction
read_vex(const unsigned char *s)
{
	bool three = s[0] == 0xc4;
	unsigned char last = s[three ? 2 : 1];
	struct head head = {.prefix = (enum prefix)(last & 3),
	    .wide = three && last & 0x80,
	    .reg = s[1] & 0x80 ? 0 : 8,
	    .index = three && !(s[1] & 0x40) ? 8 : 0,
	    .rm = three && !(s[1] & 0x20) ? 8 : 0,
	    .source = ~last >> 3 & 15,
	    .length = three ? 3 : 2};

	return three && (s[1] & 0x1f) != 1 ? other() : read_long(s, &head, head.length + 1);
}

/* Several of the same kind are padding. */
static struct head
read_head(const unsigned char *s)
{
	struct head head = {.source = -1};

	for (;; head.length++) {
		if (s[head.length] == 0x66)
			head.prefix = PREFIX_66;
		else if (s[head.length] == 0xf3)
			head.prefix = PREFIX_F3;
		else if (s[head.length] == 0xf2)
			head.prefix = PREFIX_F2;
		else if (s[head.length] != 0x2e)
			break;
		if (head.length == LONGEST)
			break;
	}
	if ((s[head.length] & 0xf0) == 0x40) {
		unsigned char rex = s[head.length++];

		head.wide = rex & 8;
		head.reg = rex & 4 ? 8 : 0;
		head.index = rex & 2 ? 8 : 0;
		head.rm = rex & 1 ? 8 : 0;
	}
	return head;
}

struct instruction
instruction_read(const unsigned char *s, size_t n)
{
	unsigned char bytes[3 * LONGEST] = {0};
	struct instruction instruction;
	struct head head;

	memcpy(bytes, s, n < LONGEST ? n : LONGEST);
	if (bytes[0] == 0xc4 || bytes[0] == 0xc5) {
		instruction = read_vex(bytes);
	} else {
		head = read_head(bytes);
		instruction = bytes[head.length] == 0x0f
		                  ? read_long(bytes, &head, head.length + 2)
		                  : read_short(bytes, &head, head.length + 1);
	}
	return instruction.length <= n && instruction.length <= LONGEST ? instruction : other();
}

#include "code/instruction.h"
#include "code/opcode.h"

enum { VECTOR = INSTRUCTION_VECTORS };

static struct instruction
other(void)
{
	return (struct instruction){.kind = INSTRUCTION_OTHER};
}

static struct instruction
nop(const struct opcode *o)
{
	return (struct instruction){.kind = INSTRUCTION_NOP, .length = o->length};
}

static struct instruction
set_constant(const struct opcode *o, int to, bool wide)
{
	return (struct instruction){.kind = INSTRUCTION_MOVE,
	    .from = INSTRUCTION_CONSTANT,
	    .to = to,
	    .wide = wide,
	    .length = o->length};
}

static int
operand(const struct opcode *o)
{
	return o->rm < 0 ? INSTRUCTION_MEMORY : o->rm;
}

/* Nobody scales an index that is not there, but the end of another instruction may look so. */
static bool
is_on_stack(const struct opcode *o)
{
	return o->in_frame && o->base == RSP && !o->scaled;
}

/* base: 0 or VECTOR, of each. loads: from the register or place in memory to the register; else
   the other way. */
static struct instruction
move(const struct opcode *o, int base_reg, int base_rm, bool loads, bool wide)
{
	int reg = base_reg + o->reg, rm = o->rm < 0 ? INSTRUCTION_MEMORY : base_rm + o->rm;

	return (struct instruction){.kind = INSTRUCTION_MOVE,
	    .from = loads ? rm : reg,
	    .to = loads ? reg : rm,
	    .wide = wide,
	    .on_stack = is_on_stack(o),
	    .slot = is_on_stack(o) ? o->distance : 0,
	    .relative = loads && o->relative ? o->constant_at - 4 : 0,
	    .length = o->length};
}

static struct instruction
jump(enum instruction_kind kind, const struct opcode *o)
{
	return (struct instruction){.kind = kind,
	    .target = (long)o->length + o->constant,
	    .target_at = o->constant_at,
	    .length = o->length};
}

static struct instruction
test(const struct opcode *o)
{
	return (struct instruction){.kind = INSTRUCTION_TEST,
	    .from = operand(o),
	    .on_stack = is_on_stack(o),
	    .slot = is_on_stack(o) ? o->distance : 0,
	    .length = o->length};
}

/* Of the group 0x83: or $-1, and $0 and a test for 0. */
static struct instruction
arithmetic(const struct opcode *o)
{
	if ((o->extension == 1 && o->constant == -1) || (o->extension == 4 && !o->constant))
		return set_constant(o, operand(o), false);
	return o->extension == 7 && !o->constant && o->wide ? test(o) : other();
}

/* Opcodes of one byte. */
static struct instruction
read_short(const struct opcode *o)
{
	int low = (o->byte & 7) + (o->rex & 1 ? 8 : 0);

	if ((o->byte & 0xf0) == 0xb0)
		return set_constant(o, low, o->byte & 8 && o->wide);
	switch (o->byte) {
	case 0x31: /* xor */
	case 0x33:
		return o->rm == o->reg ? set_constant(o, o->reg, false) : other();
	case 0x83:
		return arithmetic(o);
	case 0x85:
		return o->rm == o->reg && o->wide ? test(o) : other();
	case 0x88: /* mov */
	case 0x89:
		return move(o, 0, 0, false, false);
	case 0x8a:
	case 0x8b:
		return move(o, 0, 0, true, false);
	case 0x8d: /* lea */
		return o->relative || is_on_stack(o) ? set_constant(o, o->reg, false) : other();
	case 0xc6: /* mov */
	case 0xc7:
		return o->extension ? other() : set_constant(o, operand(o), false);
	case 0x74: /* je, jne */
	case 0x75:
		return jump(INSTRUCTION_BRANCH, o);
	case 0xe9: /* jmp */
	case 0xeb:
		return jump(INSTRUCTION_JUMP, o);
	}
	return other();
}

/* Vectors with themselves: exclusive or, and a comparison, which makes ones. */
static struct instruction
same_vectors(const struct opcode *o)
{
	int first = o->vector ? o->other : o->reg;

	return o->rm == first ? set_constant(o, VECTOR + o->reg, true) : other();
}

/* 0f 6e, 7e and d6, of 4 or 8 bytes; loads from general registers and other vectors. */
static struct instruction
move_element(const struct opcode *o)
{
	if (o->prefix == 0x66)
		return move(o, VECTOR, o->byte == 0xd6 ? VECTOR : 0, o->byte == 0x6e, false);
	if (o->prefix == 0xf3 && o->byte == 0x7e)
		return move(o, VECTOR, VECTOR, true, false);
	return other();
}

/* Opcodes behind 0f. */
static struct instruction
read_long(const struct opcode *o)
{
	switch (o->byte) {
	case 0x10: /* movups, movss, movsd */
	case 0x11:
		return move(
		    o, VECTOR, VECTOR, o->byte == 0x10, o->prefix != 0xf2 && o->prefix != 0xf3);
	case 0x28: /* movaps */
	case 0x29:
		return move(o, VECTOR, VECTOR, o->byte == 0x28, true);
	case 0x6f: /* movdqa, movdqu; without a prefix, of MMX */
	case 0x7f:
		return o->prefix ? move(o, VECTOR, VECTOR, o->byte == 0x6f, true) : other();
	case 0x6e: /* movd, movq */
	case 0x7e:
	case 0xd6:
		return move_element(o);
	case 0x57: /* xorps */
		return same_vectors(o);
	case 0x76: /* pcmpeqd */
	case 0xef: /* pxor */
		return o->prefix == 0x66 ? same_vectors(o) : other();
	case 0x1e: /* endbr64 */
		return o->prefix == 0xf3 && o->extension == 7 && (o->rm & 7) == 2 ? nop(o)
		                                                                  : other();
	case 0x84: /* je, jne */
	case 0x85:
		return o->vector ? other() : jump(INSTRUCTION_BRANCH, o);
	}
	return other();
}

struct instruction
instruction_read(const unsigned char *s, size_t n)
{
	struct opcode o;

	if (!opcode_read(s, n, &o) || o.altered)
		return other();
	if (opcode_is_nop(&o))
		return nop(&o);
	return o.map == MAP_SHORT ? read_short(&o) : o.map == MAP_0F ? read_long(&o) : other();
}

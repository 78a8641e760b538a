#include <string.h>

#include "code/instruction.h"

enum {
	ZERO = 0,
	LINK = 1,
	OTHER_LINK = 5,
	STACK = 2,
	FRAME = 8,
	RESULTS = 3 << 10 /* a0 and a1 */
};

static int
field(uint32_t code, unsigned from)
{
	return (int)(code >> from & 31);
}

/* One of the eight registers that three bits can name. */
static int
short_field(uint32_t code, unsigned from)
{
	return (int)(code >> from & 7) + 8;
}

static uint32_t
bit(int number)
{
	return (uint32_t)1 << number;
}

static struct operand
general(int number)
{
	if (number == ZERO)
		return (struct operand){.kind = OPERAND_CONSTANT};
	return (struct operand){.kind = OPERAND_REGISTER, .number = number};
}

static void
move(struct instruction *i, struct operand from, struct operand to)
{
	i->kind = INSTRUCTION_MOVE;
	i->from = from;
	i->to = to;
	i->bits = 64;
	i->writes = to.kind == OPERAND_REGISTER ? bit(to.number) : 0;
}

static void
set(struct instruction *i, int number)
{
	move(i, (struct operand){.kind = OPERAND_CONSTANT}, general(number));
}

/* n bits from that one on, moved to where they are in a distance. */
static uint32_t
piece(uint32_t code, unsigned from, unsigned n, unsigned to)
{
	return (code >> from & ((1u << n) - 1)) << to;
}

/* A distance of n bits with a sign. */
static long
extended(uint32_t distance, unsigned n)
{
	return (int32_t)(distance << (32 - n)) >> (32 - n);
}

static long
branch_distance(uint32_t code)
{
	return extended(piece(code, 31, 1, 12) | piece(code, 7, 1, 11) | piece(code, 25, 6, 5) |
	                    piece(code, 8, 4, 1),
	    13);
}

static long
jump_distance(uint32_t code)
{
	return extended(piece(code, 31, 1, 20) | piece(code, 12, 8, 12) |
	                    piece(code, 20, 1, 11) | piece(code, 21, 10, 1),
	    21);
}

static long
short_branch_distance(uint32_t code)
{
	return extended(piece(code, 12, 1, 8) | piece(code, 5, 2, 6) | piece(code, 2, 1, 5) |
	                    piece(code, 10, 2, 3) | piece(code, 3, 2, 1),
	    9);
}

static long
short_jump_distance(uint32_t code)
{
	return extended(piece(code, 12, 1, 11) | piece(code, 8, 1, 10) | piece(code, 9, 2, 8) |
	                    piece(code, 6, 1, 7) | piece(code, 7, 1, 6) | piece(code, 2, 1, 5) |
	                    piece(code, 11, 1, 4) | piece(code, 3, 3, 1),
	    12);
}

static void
branch_if_zero(struct instruction *i, int number, bool if_zero)
{
	i->kind = INSTRUCTION_BRANCH;
	i->tests = true;
	i->from = general(number);
	i->if_zero = if_zero;
	i->if_not_zero = !if_zero;
}

static void
read_branch(struct instruction *i, uint32_t code)
{
	int a = field(code, 15), b = field(code, 20);
	unsigned condition = code >> 12 & 7;

	i->target = branch_distance(code);
	if (condition < 2 && (a == ZERO || b == ZERO))
		branch_if_zero(i, a == ZERO ? b : a, condition == 0);
	else
		i->kind = INSTRUCTION_BRANCH;
}

/* Whether a jump that leaves its place in that register is a call, by convention; t1 is that of
   the stubs of the linkage table. */
static bool
is_link(int number)
{
	return number == LINK || number == OTHER_LINK;
}

/* jalr, whose register is computed */
static void
read_far(struct instruction *i, int link, int to)
{
	i->calls = is_link(link);
	if (link != ZERO)
		i->writes = RESULTS | bit(link);
	else
		i->kind = to == LINK ? INSTRUCTION_END : INSTRUCTION_COMPUTED;
}

static struct operand
frame(int base, long distance)
{
	struct operand place = {.kind = OPERAND_FRAME, .number = base, .distance = distance};

	return place;
}

static bool
is_frame(int base)
{
	return base == STACK || base == FRAME;
}

static struct operand
real(int number)
{
	return (struct operand){.kind = OPERAND_VECTOR, .number = number};
}

/* What computes with floating-point numbers. */
static void
read_real(struct instruction *i, uint32_t code)
{
	int to = field(code, 7), a = field(code, 15), b = field(code, 20);
	unsigned what = code >> 27;

	/* Comparisons, and what converts or moves to a general register. */
	i->writes = what == 0x14 || what == 0x18 || what == 0x1c ? bit(to) : 0;
	if (what == 4 && !(code >> 12 & 7) && a == b) /* fmv.s, fmv.d */
		move(i, real(a), real(to));
	else if (what == 0x1e && a == ZERO) /* fmv.w.x, fmv.d.x */
		move(i, (struct operand){.kind = OPERAND_CONSTANT}, real(to));
}

static void
read_long(struct instruction *i, uint32_t code)
{
	int to = field(code, 7), a = field(code, 15);
	long immediate = (int32_t)code >> 20;
	long store = (immediate & ~31L) | to;

	i->writes = bit(to);
	switch (code & 0x707f) {
	case 0x13: /* addi */
		if (code == 0x13)
			i->pads = true;
		else if (a == ZERO)
			set(i, to);
		else if (!immediate)
			move(i, general(a), general(to));
		return;
	case 0x3003: /* ld */
		if (is_frame(a))
			move(i, frame(a, immediate), general(to));
		return;
	case 0x3023: /* sd */
		i->writes = 0;
		if (is_frame(a))
			move(i, general(field(code, 20)), frame(a, store));
		return;
	case 0x67:
		read_far(i, to, a);
		return;
	}
	switch (code & 0x7f) {
	case 0x17: /* auipc */
	case 0x37: /* lui */
		set(i, to);
		break;
	case 0x07: /* loads of floating-point numbers and vectors */
	case 0x23: /* stores */
	case 0x27:
	case 0x43: /* products that are added */
	case 0x47:
	case 0x4b:
	case 0x4f:
		i->writes = 0;
		break;
	case 0x53:
		read_real(i, code);
		break;
	case 0x63:
		i->writes = 0;
		read_branch(i, code);
		break;
	case 0x6f: /* jal */
		i->writes = to == ZERO ? 0 : RESULTS;
		i->calls = is_link(to);
		i->kind = to == ZERO ? INSTRUCTION_JUMP : INSTRUCTION_OTHER;
		i->target = jump_distance(code);
		break;
	case 0x73: /* ecall, ebreak, control registers */
		i->writes |= code == 0x73 ? RESULTS : 0;
		i->kind = code == 0x00100073 ? INSTRUCTION_END : INSTRUCTION_OTHER;
		break;
	}
}

/* Of 16 bits, by their last two and first three. */
static void
read_short(struct instruction *i, uint32_t code)
{
	int to = field(code, 7), a = field(code, 2);
	bool high = code >> 12 & 1;

	switch ((code & 3) << 3 | code >> 13) {
	case 010: /* c.addi, c.nop */
		i->pads = code == 1;
		i->writes = bit(to);
		break;
	case 011: /* c.addiw */
	case 020: /* c.slli */
	case 022: /* c.lwsp */
		i->writes = bit(to);
		break;
	case 014: /* c.and, c.sub, c.srli and others */
		i->writes = bit(short_field(code, 7));
		break;
	case 012: /* c.li */
		set(i, to);
		break;
	case 013: /* c.lui, c.addi16sp */
		if (to == STACK)
			i->writes = bit(to);
		else
			set(i, to);
		break;
	case 015: /* c.j */
		i->kind = INSTRUCTION_JUMP;
		i->target = short_jump_distance(code);
		break;
	case 016: /* c.beqz, c.bnez */
	case 017:
		branch_if_zero(i, short_field(code, 7), !(code >> 13 & 1));
		i->target = short_branch_distance(code);
		break;
	case 023: /* c.ldsp */
		move(i,
		    frame(STACK, (long)((code >> 5 & 3) << 3 | (uint32_t)high << 5 |
		                        (code >> 2 & 7) << 6)),
		    general(to));
		break;
	case 024: /* c.jr, c.mv, c.jalr, c.add */
		if (a != ZERO && !high)
			move(i, general(a), general(to));
		else if (a != ZERO)
			i->writes = bit(to);
		else if (to != ZERO)
			read_far(i, high ? LINK : ZERO, to);
		else
			i->kind = INSTRUCTION_END;
		break;
	case 027: /* c.sdsp */
		move(i, general(a),
		    frame(STACK, (long)((code >> 10 & 7) << 3 | (code >> 7 & 7) << 6)));
		break;
	case 025: /* stores */
	case 026:
	case 005:
	case 006:
	case 007:
	case 001: /* loads of floating-point numbers */
	case 021:
		break;
	case 000: /* c.addi4spn, and zero, which is none */
		if (!code)
			i->kind = INSTRUCTION_END;
		i->writes = bit(short_field(code, 2));
		break;
	case 002: /* loads */
	case 003:
		i->writes = bit(short_field(code, 2));
		break;
	default:
		i->writes = bit(to) | bit(short_field(code, 7)) | bit(short_field(code, 2));
	}
}

struct instruction
riscv_read(const unsigned char *code, size_t n)
{
	struct instruction i = {.keeps_zero_flag = true};
	uint32_t word = 0;

	if (n < 2)
		return i;
	memcpy(&word, code, n < sizeof word ? n : sizeof word);
	i.length = (word & 3) == 3 ? 4 : 2;
	if ((word & 31) == 31 || n < i.length) /* longer ones are unknown */
		return (struct instruction){0};
	if (i.length == 4)
		read_long(&i, word);
	else
		read_short(&i, word & 0xffff);
	i.writes &= ~bit(ZERO);
	return i;
}

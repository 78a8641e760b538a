#include <string.h>

#include "code/riscv.h"

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

/* Where it goes is in the relocation, which every branch and jump has. */
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
	case 0x23: /* stores */
	case 0x27:
		i->writes = 0;
		break;
	case 0x63:
		i->writes = 0;
		read_branch(i, code);
		break;
	case 0x6f: /* jal */
		i->writes = to == ZERO ? 0 : RESULTS;
		i->calls = is_link(to);
		i->kind = to == ZERO ? INSTRUCTION_JUMP : INSTRUCTION_OTHER;
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
		break;
	case 016: /* c.beqz, c.bnez */
	case 017:
		branch_if_zero(i, short_field(code, 7), !(code >> 13 & 1));
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
		break;
	case 000: /* c.addi4spn, and zero, which is none */
		if (!code)
			i->kind = INSTRUCTION_END;
		i->writes = bit(short_field(code, 2));
		break;
	case 001: /* loads */
	case 002:
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

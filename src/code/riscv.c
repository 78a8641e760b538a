#include <string.h>

#include "code/accesses.h"
#include "code/instruction.h"

enum {
	ZERO = 0,
	LINK = 1,
	OTHER_LINK = 5,
	STACK = BASE_RISCV_SP,
	FRAME = BASE_RISCV_FP,
	RESULTS = 3 << 10 /* a0 and a1 */
};

/* Returns one of the eight registers that three bits can name. */
static int
short_field(uint32_t word, unsigned from)
{
	return (int)(word >> from & 7) + 8;
}

static void
riscv_set(struct instruction *i, int number)
{
	instruction_move(i, (struct operand){.kind = OPERAND_CONSTANT},
	    instruction_general(number, ZERO), 64);
}

/* Returns n bits from bit "from" on, moved to where they are in a distance. */
static uint32_t
piece(uint32_t word, unsigned from, unsigned n, unsigned to)
{
	return (word >> from & ((1u << n) - 1)) << to;
}

/* Returns a distance of n bits with a sign. */
static long
extended(uint32_t distance, unsigned n)
{
	return (int32_t)(distance << (32 - n)) >> (32 - n);
}

static void
branch_if_zero(struct instruction *i, int number, bool if_zero)
{
	i->kind = INSTRUCTION_BRANCH;
	i->tests = true;
	i->from = instruction_general(number, ZERO);
	i->if_zero = if_zero;
	i->if_not_zero = !if_zero;
}

/* Returns true if a jump that leaves its place in that register is a call, by convention; t1 is
   that of the stubs of the linkage table. */
static bool
is_link(int number)
{
	return number == LINK || number == OTHER_LINK;
}

static void
riscv_read_branch(struct instruction *i, uint32_t word)
{
	int a = instruction_field(word, 15), b = instruction_field(word, 20);
	unsigned condition = word >> 12 & 7;

	i->target = extended(piece(word, 31, 1, 12) | piece(word, 7, 1, 11) |
	                         piece(word, 25, 6, 5) | piece(word, 8, 4, 1),
	    13);
	if (condition < 2 && (a == ZERO || b == ZERO))
		branch_if_zero(i, a == ZERO ? b : a, condition == 0);
	else
		i->kind = INSTRUCTION_BRANCH;
}

/* jal */
static void
read_jump(struct instruction *i, uint32_t word, int link)
{
	i->writes = link == ZERO ? 0 : RESULTS;
	i->calls = is_link(link);
	i->kind = link == ZERO ? INSTRUCTION_JUMP : INSTRUCTION_OTHER;
	i->target = extended(piece(word, 31, 1, 20) | piece(word, 12, 8, 12) |
	                         piece(word, 20, 1, 11) | piece(word, 21, 10, 1),
	    21);
}

/* jalr, whose register is computed */
static void
read_far(struct instruction *i, int link, int to)
{
	i->calls = is_link(link);
	if (link != ZERO)
		i->writes = RESULTS | REGISTER_BIT(link);
	else
		i->kind = to == LINK ? INSTRUCTION_END : INSTRUCTION_COMPUTED;
	i->returns = link == ZERO && to == LINK;
}

static struct operand
riscv_frame(int base, long distance)
{
	return (struct operand){.kind = OPERAND_FRAME, .number = base, .distance = distance};
}

static bool
riscv_is_frame(int base)
{
	return base == STACK || base == FRAME;
}

/* Reads an instruction that computes with floating-point numbers. */
static void
riscv_read_real(struct instruction *i, uint32_t word)
{
	int to = instruction_field(word, 7), a = instruction_field(word, 15),
	    b = instruction_field(word, 20);
	unsigned what = word >> 27;

	/* Comparisons, and what converts or moves to a general register. */
	i->writes = what == 0x14 || what == 0x18 || what == 0x1c ? REGISTER_BIT(to) : 0;
	if (what == 4 && !(word >> 12 & 7) && a == b) /* fmv.s, fmv.d */
		instruction_move(i, instruction_vector(a), instruction_vector(to), 64);
	else if (what == 0x1e && a == ZERO) /* fmv.w.x, fmv.d.x */
		instruction_move(
		    i, (struct operand){.kind = OPERAND_CONSTANT}, instruction_vector(to), 64);
}

/* Notes if the instruction makes half of an address: auipc, addi, a load or store, jalr. */
static void
riscv_read_half(struct instruction *i, uint32_t word)
{
	long immediate = (int32_t)word >> 20;

	i->half = HALF_REST;
	i->half_number = instruction_field(word, 15);
	i->half_value = immediate;
	switch (word & 0x7f) {
	case 0x17:
		i->half = HALF_PAGE;
		i->half_number = instruction_field(word, 7);
		i->half_value = (int32_t)(word & 0xfffff000);
		break;
	case 0x23:
	case 0x27:
		i->half_value = (immediate & ~31L) | instruction_field(word, 7);
		break;
	case 0x03:
	case 0x07:
	case 0x67:
		break;
	default:
		if ((word & 0x707f) != 0x13)
			i->half = HALF_NONE;
	}
}

/* Loads of floating-point numbers and vectors, stores, products that are added, and branches,
   by five bits of the code. */
static const uint32_t without_result = 1 << 1 | 1 << 8 | 1 << 9 | 15 << 16 | 1 << 24;

static void
riscv_read_long(struct instruction *i, uint32_t word)
{
	int to = instruction_field(word, 7), a = instruction_field(word, 15);
	long immediate = (int32_t)word >> 20;
	long store = (immediate & ~31L) | to;

	i->writes = without_result >> (word >> 2 & 31) & 1 ? 0 : REGISTER_BIT(to);
	i->sets_frame = (word & 0xfffff) == 0x10413; /* addi s0, sp, n */
	riscv_read_half(i, word);
	switch (word & 0x707f) {
	case 0x13: /* addi */
		if (word == 0x13)
			i->pads = true;
		else if (a == ZERO || (a == STACK && to != STACK))
			riscv_set(i, to);
		else if (!immediate)
			instruction_move(
			    i, instruction_general(a, ZERO), instruction_general(to, ZERO), 64);
		return;
	case 0x3003: /* ld */
		if (riscv_is_frame(a))
			instruction_move(
			    i, riscv_frame(a, immediate), instruction_general(to, ZERO), 64);
		return;
	case 0x3023: /* sd */
		if (riscv_is_frame(a))
			instruction_move(i,
			    instruction_general(instruction_field(word, 20), ZERO),
			    riscv_frame(a, store), 64);
		return;
	case 0x67:
		read_far(i, to, a);
		return;
	}
	switch (word & 0x7f) {
	case 0x17: /* auipc */
	case 0x37: /* lui */
		riscv_set(i, to);
		break;
	case 0x53:
		riscv_read_real(i, word);
		break;
	case 0x63:
		riscv_read_branch(i, word);
		break;
	case 0x6f:
		read_jump(i, word, to);
		break;
	case 0x73: /* ecall, ebreak, control registers */
		i->writes |= word == 0x73 ? RESULTS : 0;
		i->kind = word == 0x00100073 ? INSTRUCTION_END : INSTRUCTION_OTHER;
		break;
	}
}

/* The registers that instructions of 16 bits write, by their last two and first three: 1 for
   the one at bit 7, 2 for one of eight there, 4 for one of eight at bit 2. Loads of
   floating-point numbers and stores write none. */
static const unsigned char written[] = {
    4, 0, 4, 4, 7, 0, 0, 0, 1, 1, 1, 1, 2, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0};

static void
riscv_read_short(struct instruction *i, uint32_t word)
{
	size_t group = (word & 3) << 3 | word >> 13;
	int to = instruction_field(word, 7), a = instruction_field(word, 2);
	bool high = word >> 12 & 1;

	i->writes = (written[group] & 1 ? REGISTER_BIT(to) : 0) |
	            (written[group] & 2 ? REGISTER_BIT(short_field(word, 7)) : 0) |
	            (written[group] & 4 ? REGISTER_BIT(short_field(word, 2)) : 0);
	switch (group) {
	case 000: /* c.addi4spn; zero is not an instruction */
		if (word)
			riscv_set(i, short_field(word, 2));
		else
			i->kind = INSTRUCTION_END;
		i->sets_frame = word && !instruction_field(word, 0); /* s0 */
		break;
	case 010: /* c.addi, c.nop */
		i->pads = word == 1;
		break;
	case 012: /* c.li */
		riscv_set(i, to);
		break;
	case 013: /* c.lui, c.addi16sp */
		if (to != STACK)
			riscv_set(i, to);
		break;
	case 015: /* c.j */
		i->kind = INSTRUCTION_JUMP;
		i->target = extended(piece(word, 12, 1, 11) | piece(word, 8, 1, 10) |
		                         piece(word, 9, 2, 8) | piece(word, 6, 1, 7) |
		                         piece(word, 7, 1, 6) | piece(word, 2, 1, 5) |
		                         piece(word, 11, 1, 4) | piece(word, 3, 3, 1),
		    12);
		break;
	case 016: /* c.beqz, c.bnez */
	case 017:
		branch_if_zero(i, short_field(word, 7), group == 016);
		i->target = extended(piece(word, 12, 1, 8) | piece(word, 5, 2, 6) |
		                         piece(word, 2, 1, 5) | piece(word, 10, 2, 3) |
		                         piece(word, 3, 2, 1),
		    9);
		break;
	case 023: /* c.ldsp */
		instruction_move(i,
		    riscv_frame(STACK,
		        piece(word, 5, 2, 3) | piece(word, 12, 1, 5) | piece(word, 2, 3, 6)),
		    instruction_general(to, ZERO), 64);
		break;
	case 024: /* c.jr, c.mv, c.jalr, c.add */
		if (a != ZERO && !high)
			instruction_move(
			    i, instruction_general(a, ZERO), instruction_general(to, ZERO), 64);
		else if (a != ZERO)
			i->writes = REGISTER_BIT(to);
		else if (to != ZERO)
			read_far(i, high ? LINK : ZERO, to);
		else
			i->kind = INSTRUCTION_END;
		break;
	case 027: /* c.sdsp */
		instruction_move(i, instruction_general(a, ZERO),
		    riscv_frame(STACK, piece(word, 10, 3, 3) | piece(word, 7, 3, 6)), 64);
		break;
	}
}

struct instruction
riscv_read(const unsigned char *bytes, size_t n)
{
	struct instruction i = {.keeps_zero_flag = true};
	uint32_t word = 0;

	if (n < 2)
		return i;
	memcpy(&word, bytes, n < sizeof word ? n : sizeof word);
	i.length = (word & 3) == 3 ? 4 : 2;
	if ((word & 31) == 31 || n < i.length) /* longer ones are unknown */
		return (struct instruction){0};
	if (i.length == 4)
		riscv_read_long(&i, word);
	else
		riscv_read_short(&i, word & 0xffff);
	i.writes &= ~REGISTER_BIT(ZERO);
	return i;
}

static int
riscv_base_of(int number)
{
	return riscv_is_frame(number) ? number : BASE_UNKNOWN;
}

/* Reads loads, stores, atomic instructions, and additions to a register of the frame, which
   make an address; an array's has its index added to the frame pointer. "The RISC-V Instruction
   Set Manual", 2.6 and 28. */
static struct access
long_access(uint32_t word)
{
	int to = instruction_field(word, 7), b = instruction_field(word, 20);
	struct access access = {.base = riscv_base_of(instruction_field(word, 15)),
	    .size = (size_t)1 << (word >> 12 & 3),
	    .distance = (int32_t)word >> 20};

	switch (word & 0x7f) {
	case 0x03:
	case 0x07:
		access.what = ACCESS_READ;
		break;
	case 0x23:
	case 0x27:
		access.what = ACCESS_WRITE;
		access.distance = (access.distance & ~31) | to;
		break;
	case 0x2f:
		access.what = ACCESS_READ | ACCESS_WRITE;
		access.distance = 0;
		break;
	case 0x33: /* add */
		access.base = access.base == BASE_UNKNOWN ? riscv_base_of(b) : access.base;
		/* fall through */
	case 0x13: /* addi */
		access.what =
		    access.base == BASE_UNKNOWN || riscv_is_frame(to) ? 0 : ACCESS_ADDRESS;
		access.size = 0;
		break;
	}
	return access;
}

static struct access
short_access(uint32_t word)
{
	size_t group = (word & 3) << 3 | word >> 13;
	bool wide = (group & 3) != 2;
	struct access access = {.what = group & 4 ? ACCESS_WRITE : ACCESS_READ,
	    .base = STACK,
	    .size = wide ? 8 : 4};

	switch (group) {
	case 000: /* c.addi4spn */
		access.what = ACCESS_ADDRESS;
		access.size = 0;
		access.distance = piece(word, 11, 2, 4) | piece(word, 7, 4, 6) |
		                  piece(word, 6, 1, 2) | piece(word, 5, 1, 3);
		break;
	case 001:
	case 002:
	case 003:
	case 005:
	case 006:
	case 007: /* by one of eight registers */
		access.base = riscv_base_of(short_field(word, 7));
		access.distance =
		    piece(word, 10, 3, 3) |
		    (wide ? piece(word, 5, 2, 6) : piece(word, 6, 1, 2) | piece(word, 5, 1, 6));
		break;
	case 021:
	case 022:
	case 023: /* by the stack pointer */
		access.distance = piece(word, 12, 1, 5) |
		                  (wide ? piece(word, 5, 2, 3) | piece(word, 2, 3, 6)
		                        : piece(word, 4, 3, 2) | piece(word, 2, 2, 6));
		break;
	case 025:
	case 026:
	case 027:
		access.distance = wide ? piece(word, 10, 3, 3) | piece(word, 7, 3, 6)
		                       : piece(word, 9, 4, 2) | piece(word, 7, 2, 6);
		break;
	default:
		access.what = 0;
	}
	return access;
}

struct access
riscv_access(const unsigned char *bytes, size_t length)
{
	uint32_t word = 0;

	memcpy(&word, bytes, length);
	return length == sizeof word ? long_access(word) : short_access(word);
}

#include <string.h>

#include "code/accesses.h"
#include "code/instruction.h"

enum {
	LENGTH = 4,
	STACK = BASE_AARCH64_SP /* zero where it is no address */,
	FRAME = BASE_AARCH64_FP,
	RESULTS = 3 /* x0 and x1 */
};

/* Returns the signed number in the n bits from bit "from" on. */
static long
number(uint32_t code, unsigned from, unsigned n)
{
	uint32_t top = code << (32 - from - n);

	return (int32_t)top >> (32 - n);
}

/* Returns a distance in bytes, which the code has in units of four bytes. */
static long
aarch64_distance(uint32_t code, unsigned from, unsigned n)
{
	return number(code, from, n) * LENGTH;
}

static bool
aarch64_is_frame(int base)
{
	return base == STACK || base == FRAME;
}

static bool
aarch64_read_branch(struct instruction *i, uint32_t code)
{
	if ((code & 0xff000010) == 0x54000000) { /* b.cond */
		i->target = aarch64_distance(code, 5, 19);
		i->if_zero = (code & 15) == 0;
		i->if_not_zero = (code & 15) == 1;
	} else if ((code & 0x7e000000) == 0x34000000) { /* cbz, cbnz */
		i->target = aarch64_distance(code, 5, 19);
		i->from = instruction_general(instruction_field(code, 0), STACK);
		i->tests = code >> 31;
		i->if_zero = !(code >> 24 & 1);
		i->if_not_zero = !i->if_zero;
	} else if ((code & 0x7e000000) == 0x36000000) { /* tbz, tbnz */
		i->target = aarch64_distance(code, 5, 14);
	} else if ((code & 0xfc000000) == 0x14000000) { /* b */
		i->kind = INSTRUCTION_JUMP;
		i->target = aarch64_distance(code, 0, 26);
	} else {
		return false;
	}
	if (i->kind != INSTRUCTION_JUMP)
		i->kind = INSTRUCTION_BRANCH;
	return true;
}

/* Reads other instructions that change where execution goes on, and system instructions. */
static void
read_system(struct instruction *i, uint32_t code)
{
	bool calls;

	i->calls = (code & 0xfc000000) == 0x94000000 ||        /* bl */
	           (code & 0xfffffc1f) == 0xd63f0000;          /* blr */
	calls = i->calls || (code & 0xffe0001f) == 0xd4000001; /* svc */
	if ((code & 0xfc000000) == 0x94000000)
		i->target = aarch64_distance(code, 0, 26);
	i->writes = calls ? RESULTS : REGISTER_BIT(instruction_field(code, 0));
	i->keeps_zero_flag = !calls;
	i->returns = (code & 0xfffffc1f) == 0xd65f0000;
	if (i->returns || (code & 0xffe0001f) == 0xd4200000)
		i->kind = INSTRUCTION_END; /* ret, brk */
	else if ((code & 0xfffffc1f) == 0xd61f0000)
		i->kind = INSTRUCTION_COMPUTED; /* br */
	else if (!calls && code >> 24 != 0xd5)
		i->length = 0;
	i->pads = code == 0xd503201f; /* nop */
}

static bool
read_move(struct instruction *i, uint32_t code)
{
	const struct operand constant = {.kind = OPERAND_CONSTANT};
	struct operand to = instruction_general(instruction_field(code, 0), STACK);
	unsigned bits = code >> 31 ? 64 : 32;

	if ((code & 0x7fe0ffe0) == 0x2a0003e0) /* mov */
		instruction_move(
		    i, instruction_general(instruction_field(code, 16), STACK), to, bits);
	else if ((code & 0x1f800000) == 0x12800000 &&
	         (code >> 29 & 3) != 1) /* movz, movn, movk */
		instruction_move(i, constant, to, bits);
	else if ((code & 0x1f000000) == 0x10000000 || /* adr, adrp */
	         ((code & 0xff8003e0) == 0x910003e0 &&
	             to.kind == OPERAND_REGISTER)) /* add x, sp, n */
		instruction_move(i, constant, to, 64);
	else
		return false;
	return true;
}

/* Reads a comparison of 64 bits with zero. */
static bool
aarch64_read_test(struct instruction *i, uint32_t code)
{
	bool compares = (code & 0xffbffc1f) == 0xf100001f; /* cmp x, 0 */
	bool tests = (code & 0xffe0fc1f) == 0xea00001f &&
	             instruction_field(code, 5) == instruction_field(code, 16);

	if (!compares && !tests)
		return false;
	i->kind = INSTRUCTION_TEST;
	i->from = instruction_general(instruction_field(code, 5), STACK);
	return true;
}

/* Reads a load or store of 64 bits in the frame. */
static bool
read_frame(struct instruction *i, uint32_t code)
{
	struct operand place = {.kind = OPERAND_FRAME, .number = instruction_field(code, 5)};
	bool is_load = code >> 22 & 1;

	if (!aarch64_is_frame(place.number))
		return false;
	if ((code & 0xff800000) == 0xf9000000)
		place.distance = (long)(code >> 10 & 0xfff) * 8;
	else if ((code & 0xffa00c00) == 0xf8000000)
		place.distance = number(code, 12, 9);
	else
		return false;
	if (is_load)
		instruction_move(
		    i, place, instruction_general(instruction_field(code, 0), STACK), 64);
	else
		instruction_move(
		    i, instruction_general(instruction_field(code, 0), STACK), place, 64);
	return true;
}

/* Notes if a load or store loads general registers, or changes the one of its address. */
static void
read_access(struct instruction *i, uint32_t code)
{
	bool vector = code >> 26 & 1, pair = (code & 0x3a000000) == 0x28000000;
	bool distant = (code & 0x3b000000) == 0x39000000;
	bool indexed = (code & 0x3b200c00) == 0x38200800;
	bool near = (code & 0x3b200000) == 0x38000000;
	uint32_t loaded = REGISTER_BIT(instruction_field(code, 0)) |
	                  (pair ? REGISTER_BIT(instruction_field(code, 10)) : 0);

	if (!pair && !distant && !indexed && !near) {
		i->writes = loaded | REGISTER_BIT(instruction_field(code, 5)) |
		            REGISTER_BIT(instruction_field(code, 10)) |
		            REGISTER_BIT(instruction_field(code, 16));
		return;
	}
	if (!vector && code & (pair ? 1u << 22 : 3u << 22))
		i->writes = loaded;
	if ((pair && code >> 23 & 1) || (near && code >> 10 & 1))
		i->writes |= REGISTER_BIT(instruction_field(code, 5));
}

static bool
read_vector_move(struct instruction *i, uint32_t code)
{
	const struct operand constant = {.kind = OPERAND_CONSTANT};
	struct operand to = instruction_vector(instruction_field(code, 0));
	unsigned mode = code >> 12 & 15;

	if ((code & 0xffbffc00) == 0x1e204000 || /* fmov */
	    ((code & 0xbfe0fc00) == 0x0ea01c00 &&
	        instruction_field(code, 5) == instruction_field(code, 16)))
		instruction_move(i, instruction_vector(instruction_field(code, 5)), to, 64);
	else if ((code & 0xffbfffe0) == 0x1e2703e0 || code >> 5 == 0x9e6703e0 >> 5 ||
	         (code & 0xffa01fe0) == 0x1e201000 || /* fmov of zero, of a number */
	         ((code & 0x9ff80c00) == 0x0f000400 && (!(mode & 1) || mode > 12))) /* movi */
		instruction_move(i, constant, to, 64);
	else
		return false;
	return true;
}

/* Reads an instruction of vectors or floating-point numbers. */
static void
read_vector(struct instruction *i, uint32_t code)
{
	bool scalar = (code & 0x7f000000) == 0x1e000000;
	unsigned what = code >> 16 & 7; /* from a general register: scvtf, ucvtf, fmov */
	bool converts = scalar && (!(code >> 21 & 1) || !(code & 0xfc00)) && what != 2 &&
	                what != 3 && what != 7;
	bool copies = (code & 0xbfe0ec00) == 0x0e002c00; /* umov, smov */

	if (read_vector_move(i, code))
		return;
	i->writes = converts || copies ? REGISTER_BIT(instruction_field(code, 0)) : 0;
	i->keeps_zero_flag = !scalar; /* fcmp */
}

/* Reads an instruction that computes with general registers. */
static void
read_work(struct instruction *i, uint32_t code)
{
	bool logical = (code & 0x1f000000) == 0x0a000000 || (code & 0x1f800000) == 0x12000000;
	bool compares = (code & 0x1fe00000) == 0x1a400000; /* ccmp */

	i->writes = compares ? 0 : REGISTER_BIT(instruction_field(code, 0));
	i->keeps_zero_flag = !(code >> 29 & 1) || (logical && (code >> 29 & 3) == 1);
}

/* Notes if the instruction makes half of an address: adrp, add, or a load or store. */
static void
aarch64_read_half(struct instruction *i, uint32_t code)
{
	bool whole_vector = code >> 26 & 1 && code >> 23 & 1;

	if ((code & 0x9f000000) == 0x90000000) {
		i->half = HALF_PAGE;
		i->half_number = instruction_field(code, 0);
		i->half_value = (aarch64_distance(code, 5, 19) + (code >> 29 & 3)) * 0x1000;
		return;
	}
	if ((code & 0xffc00000) == 0x91000000)
		i->half_value = code >> 10 & 0xfff;
	else if ((code & 0x3b000000) == 0x39000000)
		i->half_value = (int64_t)(code >> 10 & 0xfff)
		                << (whole_vector ? 4 : code >> 30);
	else
		return;
	i->half = HALF_REST;
	i->half_number = instruction_field(code, 5);
}

struct instruction
aarch64_read(const unsigned char *code, size_t n)
{
	struct instruction i = {.length = LENGTH, .keeps_zero_flag = true};
	uint32_t word;

	if (n < LENGTH)
		return (struct instruction){0};
	memcpy(&word, code, sizeof word);
	if (!(word >> 16)) { /* udf */
		i.kind = INSTRUCTION_END;
	} else if ((word & 0x1c000000) == 0x14000000) {
		if (!aarch64_read_branch(&i, word))
			read_system(&i, word);
	} else if ((word & 0x0a000000) == 0x08000000) {
		if (!read_frame(&i, word))
			read_access(&i, word);
	} else if ((word & 0x0e000000) == 0x0e000000) {
		read_vector(&i, word);
	} else if (!(word & 0x18000000)) { /* of other vectors */
		i.writes = REGISTER_BIT(instruction_field(word, 0));
		i.keeps_zero_flag = false;
	} else if (!read_move(&i, word) && !aarch64_read_test(&i, word)) {
		read_work(&i, word);
	}
	i.writes &= ~REGISTER_BIT(STACK);
	i.sets_frame = (word & 0xffc003ff) == 0x910003fd; /* add x29, sp, n */
	aarch64_read_half(&i, word);
	return i;
}

/* Reads an addition of a constant to a register of the frame, which makes an address. */
static struct access
access_by_addition(uint32_t code)
{
	int64_t distance = (int64_t)(code >> 10 & 0xfff) << (code >> 22 & 1 ? 12 : 0);
	int base = instruction_field(code, 5);

	if (!aarch64_is_frame(base) || aarch64_is_frame(instruction_field(code, 0)))
		return (struct access){0};
	return (struct access){.what = ACCESS_ADDRESS,
	    .base = base,
	    .distance = code >> 30 & 1 ? -distance : distance};
}

/* Reads loads and stores by a distance in units of their size, by one in bytes, by an index,
   and of pairs, and what is exclusive, atomic or of vectors: the Arm Architecture Reference
   Manual, C4.1. */
struct access
aarch64_access(const unsigned char *bytes)
{
	uint32_t code;
	int base;
	bool vector, loads;
	unsigned scale;
	struct access access = {.what = ACCESS_READ | ACCESS_WRITE};

	memcpy(&code, bytes, sizeof code);
	if ((code & 0x3f000000) == 0x11000000)
		return access_by_addition(code);
	if ((code & 0x0a000000) != 0x08000000)
		return (struct access){0};
	base = instruction_field(code, 5);
	vector = code >> 26 & 1;
	loads = vector ? code >> 22 & 1 : code >> 22 & 3;
	scale = vector && code >> 23 & 1 ? 4 : code >> 30;
	access.base = aarch64_is_frame(base) ? base : BASE_UNKNOWN;
	if ((code & 0x3b200c00) == 0x38200800) {
		access.what = loads ? ACCESS_READ : ACCESS_WRITE;
	} else if ((code & 0x3b000000) == 0x39000000) {
		access.what = loads ? ACCESS_READ : ACCESS_WRITE;
		access.distance = (int64_t)(code >> 10 & 0xfff) << scale;
		access.size = (size_t)1 << scale;
	} else if ((code & 0x3b200000) == 0x38000000) {
		access.what = loads ? ACCESS_READ : ACCESS_WRITE;
		access.distance = number(code, 12, 9);
		access.size = (size_t)1 << scale;
	} else if ((code & 0x3a000000) == 0x28000000) {
		scale = vector ? 2 + (code >> 30) : code >> 31 ? 3 : 2;
		access.what = code >> 22 & 1 ? ACCESS_READ : ACCESS_WRITE;
		access.distance = number(code, 15, 7) * (1 << scale);
		access.size = (size_t)2 << scale;
	}
	return access;
}

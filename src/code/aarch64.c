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
number(uint32_t word, unsigned from, unsigned n)
{
	uint32_t top = word << (32 - from - n);

	return (int32_t)top >> (32 - n);
}

/* Returns a distance in bytes, which the word has in units of four bytes. */
static long
aarch64_distance(uint32_t word, unsigned from, unsigned n)
{
	return number(word, from, n) * LENGTH;
}

static bool
aarch64_is_frame(int base)
{
	return base == STACK || base == FRAME;
}

static bool
aarch64_read_branch(struct instruction *i, uint32_t word)
{
	if ((word & 0xff000010) == 0x54000000) { /* b.cond */
		i->target = aarch64_distance(word, 5, 19);
		i->if_zero = (word & 15) == 0;
		i->if_not_zero = (word & 15) == 1;
	} else if ((word & 0x7e000000) == 0x34000000) { /* cbz, cbnz */
		i->target = aarch64_distance(word, 5, 19);
		i->from = instruction_general(instruction_field(word, 0), STACK);
		i->tests = word >> 31;
		i->if_zero = !(word >> 24 & 1);
		i->if_not_zero = !i->if_zero;
	} else if ((word & 0x7e000000) == 0x36000000) { /* tbz, tbnz */
		i->target = aarch64_distance(word, 5, 14);
	} else if ((word & 0xfc000000) == 0x14000000) { /* b */
		i->kind = INSTRUCTION_JUMP;
		i->target = aarch64_distance(word, 0, 26);
	} else {
		return false;
	}
	if (i->kind != INSTRUCTION_JUMP)
		i->kind = INSTRUCTION_BRANCH;
	return true;
}

/* Reads other instructions that change where execution goes on, and system instructions. */
static void
read_system(struct instruction *i, uint32_t word)
{
	bool calls;

	i->calls = (word & 0xfc000000) == 0x94000000 ||        /* bl */
	           (word & 0xfffffc1f) == 0xd63f0000;          /* blr */
	calls = i->calls || (word & 0xffe0001f) == 0xd4000001; /* svc */
	if ((word & 0xfc000000) == 0x94000000)
		i->target = aarch64_distance(word, 0, 26);
	i->writes = calls ? RESULTS : REGISTER_BIT(instruction_field(word, 0));
	i->keeps_zero_flag = !calls;
	i->returns = (word & 0xfffffc1f) == 0xd65f0000;
	if (i->returns || (word & 0xffe0001f) == 0xd4200000)
		i->kind = INSTRUCTION_END; /* ret, brk */
	else if ((word & 0xfffffc1f) == 0xd61f0000)
		i->kind = INSTRUCTION_COMPUTED; /* br */
	else if (!calls && word >> 24 != 0xd5)
		i->length = 0;
	i->pads = word == 0xd503201f; /* nop */
}

static bool
read_move(struct instruction *i, uint32_t word)
{
	const struct operand constant = {.kind = OPERAND_CONSTANT};
	struct operand to = instruction_general(instruction_field(word, 0), STACK);
	unsigned bits = word >> 31 ? 64 : 32;

	if ((word & 0x7fe0ffe0) == 0x2a0003e0) /* mov */
		instruction_move(
		    i, instruction_general(instruction_field(word, 16), STACK), to, bits);
	else if ((word & 0x1f800000) == 0x12800000 &&
	         (word >> 29 & 3) != 1) /* movz, movn, movk */
		instruction_move(i, constant, to, bits);
	else if ((word & 0x1f000000) == 0x10000000 || /* adr, adrp */
	         ((word & 0xff8003e0) == 0x910003e0 &&
	             to.kind == OPERAND_REGISTER)) /* add x, sp, n */
		instruction_move(i, constant, to, 64);
	else
		return false;
	return true;
}

/* Reads a comparison of 64 bits with zero. */
static bool
aarch64_read_test(struct instruction *i, uint32_t word)
{
	bool compares = (word & 0xffbffc1f) == 0xf100001f; /* cmp x, 0 */
	bool tests = (word & 0xffe0fc1f) == 0xea00001f &&
	             instruction_field(word, 5) == instruction_field(word, 16);

	if (!compares && !tests)
		return false;
	i->kind = INSTRUCTION_TEST;
	i->from = instruction_general(instruction_field(word, 5), STACK);
	return true;
}

/* Reads a load or store of 64 bits in the frame. */
static bool
read_frame(struct instruction *i, uint32_t word)
{
	struct operand place = {.kind = OPERAND_FRAME, .number = instruction_field(word, 5)};
	bool is_load = word >> 22 & 1;

	if (!aarch64_is_frame(place.number))
		return false;
	if ((word & 0xff800000) == 0xf9000000)
		place.distance = (long)(word >> 10 & 0xfff) * 8;
	else if ((word & 0xffa00c00) == 0xf8000000)
		place.distance = number(word, 12, 9);
	else
		return false;
	if (is_load)
		instruction_move(
		    i, place, instruction_general(instruction_field(word, 0), STACK), 64);
	else
		instruction_move(
		    i, instruction_general(instruction_field(word, 0), STACK), place, 64);
	return true;
}

/* Notes if a load or store loads general registers, or changes the one of its address. */
static void
read_access(struct instruction *i, uint32_t word)
{
	bool vector = word >> 26 & 1, pair = (word & 0x3a000000) == 0x28000000;
	bool distant = (word & 0x3b000000) == 0x39000000;
	bool indexed = (word & 0x3b200c00) == 0x38200800;
	bool near = (word & 0x3b200000) == 0x38000000;
	uint32_t loaded = REGISTER_BIT(instruction_field(word, 0)) |
	                  (pair ? REGISTER_BIT(instruction_field(word, 10)) : 0);

	if (!pair && !distant && !indexed && !near) {
		i->writes = loaded | REGISTER_BIT(instruction_field(word, 5)) |
		            REGISTER_BIT(instruction_field(word, 10)) |
		            REGISTER_BIT(instruction_field(word, 16));
		return;
	}
	if (!vector && word & (pair ? 1u << 22 : 3u << 22))
		i->writes = loaded;
	if ((pair && word >> 23 & 1) || (near && word >> 10 & 1))
		i->writes |= REGISTER_BIT(instruction_field(word, 5));
}

static bool
read_vector_move(struct instruction *i, uint32_t word)
{
	const struct operand constant = {.kind = OPERAND_CONSTANT};
	struct operand to = instruction_vector(instruction_field(word, 0));
	unsigned mode = word >> 12 & 15;

	if ((word & 0xffbffc00) == 0x1e204000 || /* fmov */
	    ((word & 0xbfe0fc00) == 0x0ea01c00 &&
	        instruction_field(word, 5) == instruction_field(word, 16)))
		instruction_move(i, instruction_vector(instruction_field(word, 5)), to, 64);
	else if ((word & 0xffbfffe0) == 0x1e2703e0 || word >> 5 == 0x9e6703e0 >> 5 ||
	         (word & 0xffa01fe0) == 0x1e201000 || /* fmov of zero, of a number */
	         ((word & 0x9ff80c00) == 0x0f000400 && (!(mode & 1) || mode > 12))) /* movi */
		instruction_move(i, constant, to, 64);
	else
		return false;
	return true;
}

/* Reads an instruction of vectors or floating-point numbers. */
static void
read_vector(struct instruction *i, uint32_t word)
{
	bool scalar = (word & 0x7f000000) == 0x1e000000;
	unsigned what = word >> 16 & 7; /* from a general register: scvtf, ucvtf, fmov */
	bool converts = scalar && (!(word >> 21 & 1) || !(word & 0xfc00)) && what != 2 &&
	                what != 3 && what != 7;
	bool copies = (word & 0xbfe0ec00) == 0x0e002c00; /* umov, smov */

	if (read_vector_move(i, word))
		return;
	i->writes = converts || copies ? REGISTER_BIT(instruction_field(word, 0)) : 0;
	i->keeps_zero_flag = !scalar; /* fcmp */
}

/* Reads an instruction that computes with general registers. */
static void
read_work(struct instruction *i, uint32_t word)
{
	bool logical = (word & 0x1f000000) == 0x0a000000 || (word & 0x1f800000) == 0x12000000;
	bool compares = (word & 0x1fe00000) == 0x1a400000; /* ccmp */

	i->writes = compares ? 0 : REGISTER_BIT(instruction_field(word, 0));
	i->keeps_zero_flag = !(word >> 29 & 1) || (logical && (word >> 29 & 3) == 1);
}

/* Notes if the instruction makes half of an address: adrp, add, or a load or store. */
static void
aarch64_read_half(struct instruction *i, uint32_t word)
{
	bool whole_vector = word >> 26 & 1 && word >> 23 & 1;

	if ((word & 0x9f000000) == 0x90000000) {
		i->half = HALF_PAGE;
		i->half_number = instruction_field(word, 0);
		i->half_value = (aarch64_distance(word, 5, 19) + (word >> 29 & 3)) * 0x1000;
		return;
	}
	if ((word & 0xffc00000) == 0x91000000)
		i->half_value = word >> 10 & 0xfff;
	else if ((word & 0x3b000000) == 0x39000000)
		i->half_value = (int64_t)(word >> 10 & 0xfff)
		                << (whole_vector ? 4 : word >> 30);
	else
		return;
	i->half = HALF_REST;
	i->half_number = instruction_field(word, 5);
}

struct instruction
aarch64_read(const unsigned char *bytes, size_t n)
{
	struct instruction i = {.length = LENGTH, .keeps_zero_flag = true};
	uint32_t word;

	if (n < LENGTH)
		return (struct instruction){0};
	memcpy(&word, bytes, sizeof word);
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
access_by_addition(uint32_t word)
{
	int64_t distance = (int64_t)(word >> 10 & 0xfff) << (word >> 22 & 1 ? 12 : 0);
	int base = instruction_field(word, 5);

	if (!aarch64_is_frame(base) || aarch64_is_frame(instruction_field(word, 0)))
		return (struct access){0};
	return (struct access){.what = ACCESS_ADDRESS,
	    .base = base,
	    .distance = word >> 30 & 1 ? -distance : distance};
}

/* Reads loads and stores by a distance in units of their size, by one in bytes, by an index,
   and of pairs, and what is exclusive, atomic or of vectors: the Arm Architecture Reference
   Manual, C4.1. */
struct access
aarch64_access(const unsigned char *bytes)
{
	uint32_t word;
	int base;
	bool vector, loads;
	unsigned scale;
	struct access access = {.what = ACCESS_READ | ACCESS_WRITE};

	memcpy(&word, bytes, sizeof word);
	if ((word & 0x3f000000) == 0x11000000)
		return access_by_addition(word);
	if ((word & 0x0a000000) != 0x08000000)
		return (struct access){0};
	base = instruction_field(word, 5);
	vector = word >> 26 & 1;
	loads = vector ? word >> 22 & 1 : word >> 22 & 3;
	scale = vector && word >> 23 & 1 ? 4 : word >> 30;
	access.base = aarch64_is_frame(base) ? base : BASE_UNKNOWN;
	if ((word & 0x3b200c00) == 0x38200800) {
		access.what = loads ? ACCESS_READ : ACCESS_WRITE;
	} else if ((word & 0x3b000000) == 0x39000000) {
		access.what = loads ? ACCESS_READ : ACCESS_WRITE;
		access.distance = (int64_t)(word >> 10 & 0xfff) << scale;
		access.size = (size_t)1 << scale;
	} else if ((word & 0x3b200000) == 0x38000000) {
		access.what = loads ? ACCESS_READ : ACCESS_WRITE;
		access.distance = number(word, 12, 9);
		access.size = (size_t)1 << scale;
	} else if ((word & 0x3a000000) == 0x28000000) {
		scale = vector ? 2 + (word >> 30) : word >> 31 ? 3 : 2;
		access.what = word >> 22 & 1 ? ACCESS_READ : ACCESS_WRITE;
		access.distance = number(word, 15, 7) * (1 << scale);
		access.size = (size_t)2 << scale;
	}
	return access;
}

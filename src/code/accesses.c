#include <elf.h>
#include <string.h>

#include "code/accesses.h"
#include "code/decoded.h"
#include "code/instruction.h"

static void
add(struct accesses *a, struct access access)
{
	if (access.what && a->n < ACCESSES)
		a->v[a->n++] = access;
}

/* x86 */

/* The registers of the frame: rsp and rbp are 7 and 6 on x86-64, esp and ebp 4 and 5 on x86. */
static int
x86_base(const ZydisDecodedOperandMem *m)
{
	switch (m->base) {
	case ZYDIS_REGISTER_RSP:
		return 7;
	case ZYDIS_REGISTER_RBP:
		return 6;
	case ZYDIS_REGISTER_ESP:
		return 4;
	case ZYDIS_REGISTER_EBP:
		return 5;
	case ZYDIS_REGISTER_NONE:
	case ZYDIS_REGISTER_RIP:
		return ACCESS_STATIC;
	default:
		return ACCESS_ELSEWHERE;
	}
}

static void
add_x86(struct accesses *a, const struct decoded *d, const ZydisDecodedOperand *o)
{
	struct access access = {.base = x86_base(&o->mem), .distance = o->mem.disp.value};

	/* What a call or push does with the stack is no access of an object. */
	if (o->type != ZYDIS_OPERAND_TYPE_MEMORY ||
	    o->visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN)
		return;
	if (o->mem.type == ZYDIS_MEMOP_TYPE_AGEN) {
		access.what = ACCESS_ADDRESS;
	} else if (decoded_is_access(d, o)) {
		access.what |= o->actions & ZYDIS_OPERAND_ACTION_MASK_READ ? ACCESS_READ : 0;
		access.what |= o->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE ? ACCESS_WRITE : 0;
		access.size = o->mem.index == ZYDIS_REGISTER_NONE ? o->size / 8 : 0;
	}
	add(a, access);
}

static struct accesses
read_x86(int machine, const unsigned char *code, size_t n)
{
	struct accesses a = {0};
	struct decoded d;
	bool relative;

	if (!decoded_read_for(&d, machine == EM_386, code, n))
		return a;
	relative = d.i.raw.imm[0].is_relative;
	a.length = d.i.length;
	a.moves = d.i.meta.category == ZYDIS_CATEGORY_DATAXFER;
	a.calls = d.i.meta.category == ZYDIS_CATEGORY_CALL;
	a.goes_on = d.i.meta.category != ZYDIS_CATEGORY_UNCOND_BR &&
	            d.i.meta.category != ZYDIS_CATEGORY_RET &&
	            d.i.mnemonic != ZYDIS_MNEMONIC_UD2;
	a.jumps = relative && !a.calls;
	a.target = d.i.length + d.i.raw.imm[0].value.s;
	a.scattered = d.i.meta.category == ZYDIS_CATEGORY_UNCOND_BR && !relative;
	for (size_t i = 0; i < d.i.operand_count; i++)
		add_x86(&a, &d, &d.operands[i]);
	return a;
}

/* Other machines */

static void
add_flow(struct accesses *a, const struct instruction *i)
{
	a->length = i->length;
	a->calls = i->calls;
	a->goes_on = i->kind < INSTRUCTION_JUMP || i->kind == INSTRUCTION_BRANCH;
	a->jumps = i->kind == INSTRUCTION_JUMP || i->kind == INSTRUCTION_BRANCH;
	a->target = i->target;
	/* The linker sets the target where it may shorten code. */
	a->scattered = i->kind == INSTRUCTION_COMPUTED || (a->jumps && !i->target);
}

enum { AARCH64_FRAME = 29, AARCH64_STACK = 31, RISCV_STACK = 2, RISCV_FRAME = 8 };

static int
base_of(int number, int stack, int frame)
{
	return number == stack || number == frame ? number : ACCESS_ELSEWHERE;
}

static int64_t
signed_field(uint32_t code, unsigned from, unsigned bits)
{
	return (int32_t)(code << (32 - from - bits)) >> (32 - bits);
}

/* Loads and stores by a distance in units of their size, by one in bytes, by an index, and of
   pairs; and additions of a constant. From the Arm Architecture Reference Manual, C4.1. */
static void
add_aarch64(struct accesses *a, uint32_t code)
{
	unsigned scale = code >> 26 & 1 && code >> 23 & 1 ? 4 : code >> 30,
	         load = code >> 22 & 3;
	unsigned twice = code >> 26 & 1 ? 2 + (code >> 30) : code >> 31 ? 3 : 2;
	int number = instruction_field(code, 5);
	struct access access = {.base = base_of(number, AARCH64_STACK, AARCH64_FRAME)};

	if (code >> 26 & 1)
		load &= 1;
	access.what = load ? ACCESS_READ : ACCESS_WRITE;
	access.size = (size_t)1 << scale;
	if ((code & 0x3b000000) == 0x39000000) {
		access.distance = (int64_t)(code >> 10 & 0xfff) << scale;
	} else if ((code & 0x3b200000) == 0x38000000) {
		access.distance = signed_field(code, 12, 9);
	} else if ((code & 0x3b200c00) == 0x38200800) {
		access.size = 0;
	} else if ((code & 0x3a000000) == 0x28000000) {
		access.what = code >> 22 & 1 ? ACCESS_READ : ACCESS_WRITE;
		access.distance = signed_field(code, 15, 7) * (1 << twice);
		access.size = (size_t)2 << twice;
	} else if ((code & 0x3f000000) == 0x11000000) {
		bool down = code >> 30 & 1;

		access.what =
		    base_of(instruction_field(code, 0), AARCH64_STACK, AARCH64_FRAME) < 0
		        ? ACCESS_ADDRESS
		        : 0;
		access.distance = (int64_t)(code >> 10 & 0xfff) << (code >> 22 & 1 ? 12 : 0);
		access.distance = down ? -access.distance : access.distance;
		access.size = 0;
		if (access.base == ACCESS_ELSEWHERE)
			return;
	} else if ((code & 0x0a000000) == 0x08000000) { /* exclusive, atomic, of vectors */
		access.what = ACCESS_READ | ACCESS_WRITE;
		access.size = 0;
	} else {
		return;
	}
	add(a, access);
}

/* Loads, stores, atomic instructions and additions of a constant of 32 bits, and those of 16
   bits that name the stack pointer: "The RISC-V Instruction Set Manual", 2.6 and 28. */
static void
add_riscv(struct accesses *a, uint32_t code)
{
	int number = instruction_field(code, 15), to = instruction_field(code, 7);
	struct access access = {.base = base_of(number, RISCV_STACK, RISCV_FRAME),
	    .size = (size_t)1 << (code >> 12 & 3),
	    .distance = (int32_t)code >> 20};

	switch (code & 0x7f) {
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
	case 0x13: /* addi */
	case 0x33: /* add, to a frame that is further away than an addi comes */
		if (access.base < 0 && (code & 0x7f) == 0x33)
			access.base =
			    base_of(instruction_field(code, 20), RISCV_STACK, RISCV_FRAME);
		if (access.base < 0 || base_of(to, RISCV_STACK, RISCV_FRAME) >= 0)
			return;
		access.what = ACCESS_ADDRESS;
		access.size = 0;
		break;
	default:
		return;
	}
	add(a, access);
}

/* A field of an instruction of 16 bits: n of its bits from "from" on, moved to "to". */
static int64_t
bits(uint32_t code, unsigned from, unsigned n, unsigned to)
{
	return (int64_t)(code >> from & ((1u << n) - 1)) << to;
}

static void
add_riscv_short(struct accesses *a, uint32_t code)
{
	struct access access = {.base = RISCV_STACK, .size = (code >> 13 & 3) == 2 ? 4 : 8};
	int64_t wide = bits(code, 10, 3, 3), narrow = bits(code, 9, 4, 2);

	switch ((code & 3) << 3 | code >> 13) {
	case 0: /* c.addi4spn */
		access.what = ACCESS_ADDRESS;
		access.size = 0;
		access.distance = bits(code, 11, 2, 4) | bits(code, 7, 4, 6) |
		                  bits(code, 6, 1, 2) | bits(code, 5, 1, 3);
		break;
	case 1:
	case 2:
	case 3:
	case 5:
	case 6:
	case 7: /* by one of eight registers */
		access.base = (code >> 7 & 7) == 0 ? RISCV_FRAME : ACCESS_ELSEWHERE;
		access.what = code >> 15 & 1 ? ACCESS_WRITE : ACCESS_READ;
		access.distance =
		    wide | (access.size == 8 ? bits(code, 5, 2, 6)
		                             : bits(code, 6, 1, 2) | bits(code, 5, 1, 6));
		break;
	case 16 + 1:
	case 16 + 3:
		access.what = ACCESS_READ;
		access.distance =
		    bits(code, 12, 1, 5) | bits(code, 5, 2, 3) | bits(code, 2, 3, 6);
		break;
	case 16 + 2:
		access.what = ACCESS_READ;
		access.distance =
		    bits(code, 12, 1, 5) | bits(code, 4, 3, 2) | bits(code, 2, 2, 6);
		break;
	case 16 + 5:
	case 16 + 7:
		access.what = ACCESS_WRITE;
		access.distance = wide | bits(code, 7, 3, 6);
		break;
	case 16 + 6:
		access.what = ACCESS_WRITE;
		access.distance = narrow | bits(code, 7, 2, 6);
		break;
	}
	add(a, access);
}

struct accesses
accesses_read(int machine, const unsigned char *code, size_t n)
{
	struct accesses a = {0};
	struct instruction i;
	uint32_t word = 0;

	if (machine == EM_X86_64 || machine == EM_386)
		return read_x86(machine, code, n);
	memcpy(&word, code, n < sizeof word ? n : sizeof word);
	i = machine == EM_AARCH64 ? aarch64_read(code, n) : riscv_read(code, n);
	add_flow(&a, &i);
	if (machine == EM_AARCH64 && a.length)
		add_aarch64(&a, word);
	else if (a.length == 4)
		add_riscv(&a, word);
	else if (a.length == 2)
		add_riscv_short(&a, word & 0xffff);
	/* These machines compute only in registers. */
	a.moves = i.kind == INSTRUCTION_MOVE || (a.n && !(a.v[0].what & ACCESS_ADDRESS));
	return a;
}

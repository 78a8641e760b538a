#include <elf.h>
#include <string.h>

#include "code/accesses.h"
#include "code/decoded.h"
#include "code/instruction.h"

static int
accesses_base_of(const ZydisDecodedOperandMem *m)
{
	switch (m->base) {
	case ZYDIS_REGISTER_RSP:
		return BASE_RSP;
	case ZYDIS_REGISTER_RBP:
		return BASE_RBP;
	case ZYDIS_REGISTER_ESP:
		return BASE_ESP;
	case ZYDIS_REGISTER_EBP:
		return BASE_EBP;
	case ZYDIS_REGISTER_NONE:
	case ZYDIS_REGISTER_RIP:
		return BASE_STATIC;
	default:
		return BASE_UNKNOWN;
	}
}

static void
accesses_add(struct accesses *a, struct access access)
{
	if (access.what && a->n < ACCESSES)
		a->v[a->n++] = access;
}

static void
accesses_add_operand(struct accesses *a, const struct decoded *d, const ZydisDecodedOperand *o)
{
	struct access access = {
	    .base = accesses_base_of(&o->mem), .distance = o->mem.disp.value};

	/* A call or push accesses the stack, but no object. */
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
	accesses_add(a, access);
}

static struct accesses
read_x86(int machine, const unsigned char *bytes, size_t n)
{
	struct accesses a = {0};
	struct decoded d;
	bool relative;

	if (!decoded_read_for(&d, machine == EM_386, bytes, n))
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
		accesses_add_operand(&a, &d, &d.operands[i]);
	return a;
}

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

struct accesses
accesses_read(int machine, const unsigned char *bytes, size_t n)
{
	struct accesses a = {0};
	struct instruction i;

	if (machine == EM_X86_64 || machine == EM_386)
		return read_x86(machine, bytes, n);
	i = instruction_read_of(machine, bytes, n);
	add_flow(&a, &i);
	if (a.length)
		accesses_add(&a, machine == EM_AARCH64 ? aarch64_access(bytes)
		                                       : riscv_access(bytes, a.length));
	/* These machines compute only in registers. */
	a.moves = i.kind == INSTRUCTION_MOVE || (a.n && !(a.v[0].what & ACCESS_ADDRESS));
	return a;
}

#include <elf.h>
#include <string.h>

#include "code/decoded.h"
#include "code/instruction.h"

#define M(name) ZYDIS_MNEMONIC_##name

struct operand
instruction_general(int number, int zero)
{
	if (number == zero)
		return (struct operand){.kind = OPERAND_CONSTANT};
	return (struct operand){.kind = OPERAND_REGISTER, .number = number};
}

struct operand
instruction_vector(int number)
{
	return (struct operand){.kind = OPERAND_VECTOR, .number = number};
}

int
instruction_field(uint32_t bytes, unsigned from)
{
	return (int)(bytes >> from & 31);
}

void
instruction_move(struct instruction *i, struct operand from, struct operand to, unsigned bits)
{
	i->kind = INSTRUCTION_MOVE;
	i->from = from;
	i->to = to;
	i->bits = bits;
	i->writes = to.kind == OPERAND_REGISTER ? REGISTER_BIT(to.number) : 0;
}

static struct operand
register_operand(ZydisRegister r)
{
	ZydisRegister whole = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r);

	if (whole >= ZYDIS_REGISTER_RAX && whole <= ZYDIS_REGISTER_R15)
		return (struct operand){
		    .kind = OPERAND_REGISTER, .number = (int)(whole - ZYDIS_REGISTER_RAX)};
	if (whole >= ZYDIS_REGISTER_ZMM0 && whole <= ZYDIS_REGISTER_ZMM15)
		return instruction_vector((int)(whole - ZYDIS_REGISTER_ZMM0));
	return (struct operand){.kind = OPERAND_NONE};
}

static struct operand
operand(const ZydisDecodedOperand *o)
{
	switch (o->type) {
	case ZYDIS_OPERAND_TYPE_REGISTER:
		return register_operand(o->reg.value);
	case ZYDIS_OPERAND_TYPE_IMMEDIATE:
		return (struct operand){.kind = OPERAND_CONSTANT};
	case ZYDIS_OPERAND_TYPE_MEMORY:
		if (o->mem.index == ZYDIS_REGISTER_NONE &&
		    (o->mem.base == ZYDIS_REGISTER_RSP || o->mem.base == ZYDIS_REGISTER_RBP))
			return (struct operand){.kind = OPERAND_FRAME,
			    .number = (int)(o->mem.base - ZYDIS_REGISTER_RAX),
			    .distance = o->mem.disp.value};
		return (struct operand){.kind = OPERAND_MEMORY};
	default:
		return (struct operand){.kind = OPERAND_NONE};
	}
}

static bool
is_same_register(const ZydisDecodedOperand *a, const ZydisDecodedOperand *b)
{
	return a->type == ZYDIS_OPERAND_TYPE_REGISTER &&
	       b->type == ZYDIS_OPERAND_TYPE_REGISTER && a->reg.value == b->reg.value;
}

static bool
instruction_is_constant(const ZydisDecodedOperand *o, int64_t value)
{
	return o->type == ZYDIS_OPERAND_TYPE_IMMEDIATE && o->imm.value.s == value;
}

static void
set_constant(struct instruction *result, const struct decoded *d, bool wide)
{
	result->to = operand(&d->operands[0]);
	if (result->to.kind == OPERAND_NONE)
		return;
	result->kind = INSTRUCTION_MOVE;
	result->from.kind = OPERAND_CONSTANT;
	result->wide = wide;
}

/* Moves the last operand to the first. */
static void
move(struct instruction *result, const struct decoded *d, bool wide)
{
	const ZydisDecodedOperand *from = &d->operands[d->i.operand_count_visible - 1];

	result->from = operand(from);
	result->to = operand(&d->operands[0]);
	if (result->from.kind == OPERAND_NONE || result->to.kind == OPERAND_NONE)
		return;
	result->kind = INSTRUCTION_MOVE;
	result->wide =
	    wide || (result->from.kind == OPERAND_CONSTANT && d->i.raw.imm[0].size == 64);
	if (from->type == ZYDIS_OPERAND_TYPE_MEMORY && from->mem.base == ZYDIS_REGISTER_RIP)
		result->relative_at = d->i.raw.disp.offset;
}

/* rbp may be any pointer: only an address relative to rsp or rip is fixed. */
static void
load_address(struct instruction *result, const struct decoded *d)
{
	const ZydisDecodedOperandMem *m = &d->operands[1].mem;

	if (m->index == ZYDIS_REGISTER_NONE &&
	    (m->base == ZYDIS_REGISTER_RSP || m->base == ZYDIS_REGISTER_RIP))
		set_constant(result, d, false);
}

/* An exclusive or of a register with itself clears it, and a comparison of it with itself sets
   all its bits. The registers are the last two operands: VEX has a third one. */
static void
set_by_itself(struct instruction *result, const struct decoded *d)
{
	size_t n = d->i.operand_count_visible;

	if (is_same_register(&d->operands[n - 2], &d->operands[n - 1]))
		set_constant(result, d, operand(&d->operands[0]).kind == OPERAND_VECTOR);
}

static const ZydisMnemonic scalar_moves[] = {M(MOV), M(MOVD), M(MOVQ), M(MOVSS), M(MOVSD),
    M(VMOVD), M(VMOVQ), M(VMOVSS), M(VMOVSD), M(INVALID)};
static const ZydisMnemonic vector_moves[] = {M(MOVAPD), M(MOVAPS), M(MOVDQA), M(MOVDQU),
    M(MOVUPD), M(MOVUPS), M(VMOVAPD), M(VMOVAPS), M(VMOVDQA), M(VMOVDQU), M(VMOVUPD),
    M(VMOVUPS), M(INVALID)};
/* These make a constant of a register and itself. */
static const ZydisMnemonic cancellations[] = {M(XOR), M(XORPD), M(XORPS), M(PXOR), M(PCMPEQD),
    M(VXORPD), M(VXORPS), M(VPXOR), M(VPCMPEQD), M(INVALID)};

static void
find_move(struct instruction *result, const struct decoded *d)
{
	const ZydisDecodedOperand *o = d->operands;
	ZydisMnemonic m = d->i.mnemonic;

	if (decoded_is_one_of(m, scalar_moves) && d->i.meta.category != ZYDIS_CATEGORY_STRINGOP)
		move(result, d, false);
	else if (decoded_is_one_of(m, vector_moves))
		move(result, d, true);
	else if (m == M(LEA))
		load_address(result, d);
	else if (decoded_is_one_of(m, cancellations))
		set_by_itself(result, d);
	else if ((m == M(OR) && instruction_is_constant(&o[1], -1)) ||
	         (m == M(AND) && instruction_is_constant(&o[1], 0)))
		set_constant(result, d, false);
	else if (((m == M(CMP) && instruction_is_constant(&o[1], 0)) ||
	             (m == M(TEST) && is_same_register(&o[0], &o[1]))) &&
	         o[0].size == 64) {
		result->kind = INSTRUCTION_TEST;
		result->from = operand(&o[0]);
	} else if (m == M(ENDBR64))
		result->kind = INSTRUCTION_LANDING;
}

/* Instructions on thread-local data, locked ones and those of AVX-512 are work. */
static bool
instruction_is_plain(const ZydisDecodedInstruction *i)
{
	return !(i->attributes & (ZYDIS_ATTRIB_HAS_LOCK | ZYDIS_ATTRIB_HAS_SEGMENT_FS |
	                             ZYDIS_ATTRIB_HAS_SEGMENT_GS)) &&
	       i->address_width == 64 &&
	       (i->encoding == ZYDIS_INSTRUCTION_ENCODING_LEGACY ||
	           i->encoding == ZYDIS_INSTRUCTION_ENCODING_VEX);
}

/* A jump through a fixed place in memory goes to another function. */
static enum instruction_kind
jump_kind(const ZydisDecodedOperand *o)
{
	if (o->type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
		return INSTRUCTION_JUMP;
	return o->type == ZYDIS_OPERAND_TYPE_MEMORY && o->mem.index == ZYDIS_REGISTER_NONE
	           ? INSTRUCTION_END
	           : INSTRUCTION_COMPUTED;
}

static enum instruction_kind
flow_kind(const struct decoded *d)
{
	static const ZydisMnemonic ends[] = {M(HLT), M(UD0), M(UD1), M(UD2), M(INVALID)};
	ZydisMnemonic m = d->i.mnemonic;

	if (d->i.meta.category == ZYDIS_CATEGORY_RET || decoded_is_one_of(m, ends))
		return INSTRUCTION_END;
	if (d->i.meta.category == ZYDIS_CATEGORY_COND_BR && d->i.raw.imm[0].is_relative)
		return INSTRUCTION_BRANCH;
	if (m == M(JMP))
		return jump_kind(&d->operands[0]);
	/* A nop of one byte may be the user's own. */
	return m == M(NOP) && d->i.length > 1 ? INSTRUCTION_NOP : INSTRUCTION_OTHER;
}

static bool
is_call(const ZydisDecodedInstruction *i)
{
	return i->meta.category == ZYDIS_CATEGORY_CALL ||
	       i->meta.category == ZYDIS_CATEGORY_SYSCALL;
}

/* A called function may write other registers than those with its result, but its caller does
   not use what it leaves there. */
static uint32_t
registers_written(const struct decoded *d)
{
	uint32_t all =
	    is_call(&d->i) ? REGISTER_BIT(REGISTER_RAX) | REGISTER_BIT(REGISTER_RDX) : 0;

	for (size_t i = 0; i < d->i.operand_count; i++) {
		struct operand o = operand(&d->operands[i]);

		if (o.kind == OPERAND_REGISTER &&
		    d->operands[i].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)
			all |= REGISTER_BIT(o.number);
	}
	return all;
}

static bool
keeps_zero_flag(const ZydisDecodedInstruction *i)
{
	const ZydisAccessedFlags *f = i->cpu_flags;

	return !is_call(i) &&
	       (!f || !((f->modified | f->set_0 | f->set_1 | f->undefined) & ZYDIS_CPUFLAG_ZF));
}

static bool
updates(const struct decoded *d)
{
	static const ZydisMnemonic others[] = {
	    M(MASKMOVDQU), M(MASKMOVQ), M(VMASKMOVDQU), M(INVALID)};
	static const ZydisMnemonic bits[] = {M(BTC), M(BTR), M(BTS), M(INVALID)};
	const ZydisOperandActions read = ZYDIS_OPERAND_ACTION_MASK_READ,
	                          write = ZYDIS_OPERAND_ACTION_MASK_WRITE;

	for (size_t i = 0; i < d->i.operand_count; i++)
		if (d->operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY &&
		    d->operands[i].actions & read && d->operands[i].actions & write)
			return true;
	return decoded_is_one_of(d->i.mnemonic, others) ||
	       (decoded_is_one_of(d->i.mnemonic, bits) &&
	           d->operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER);
}

static bool
has_mxcsr(const struct decoded *d)
{
	for (size_t i = 0; i < d->i.operand_count; i++)
		if (d->operands[i].reg.value == ZYDIS_REGISTER_MXCSR)
			return true;
	return false;
}

/* The operands of fxsave are in memory, and those of pushf seem to be plain flags. */
static bool
has_special(const struct decoded *d)
{
	bool special = d->i.meta.isa_set == ZYDIS_ISA_SET_FXSAVE ||
	               d->i.meta.isa_set == ZYDIS_ISA_SET_FXSAVE64 ||
	               (d->i.cpu_flags && d->i.cpu_flags->tested & ZYDIS_CPUFLAG_TF);

	for (size_t i = 0; i < d->i.operand_count; i++) {
		ZydisRegisterClass of = ZydisRegisterGetClass(d->operands[i].reg.value);

		special |= d->operands[i].type == ZYDIS_OPERAND_TYPE_REGISTER &&
		           (of == ZYDIS_REGCLASS_INVALID ||
		               (of >= ZYDIS_REGCLASS_SEGMENT && of <= ZYDIS_REGCLASS_DEBUG));
	}
	return special;
}

struct instruction
instruction_read(const unsigned char *bytes, size_t n)
{
	struct instruction result = {0};
	struct decoded d;

	if (!decoded_read(&d, bytes, n))
		return result;
	result.length = d.i.length;
	result.kind = flow_kind(&d);
	if (result.kind == INSTRUCTION_JUMP || result.kind == INSTRUCTION_BRANCH) {
		result.target = d.i.length + d.i.raw.imm[0].value.s;
		result.target_at = d.i.raw.imm[0].offset;
		result.if_zero = d.i.mnemonic == M(JZ);
		result.if_not_zero = d.i.mnemonic == M(JNZ);
	}
	if (result.kind == INSTRUCTION_OTHER && instruction_is_plain(&d.i))
		find_move(&result, &d);
	if (result.kind == INSTRUCTION_MOVE)
		result.bits = d.operands[0].size;
	result.writes = registers_written(&d);
	result.keeps_zero_flag = keeps_zero_flag(&d.i);
	result.updates = updates(&d);
	result.mxcsr = has_mxcsr(&d);
	result.special = has_special(&d);
	result.sets_frame =
	    d.i.mnemonic == M(ENTER) ||
	    (d.i.mnemonic == M(MOV) && d.operands[0].reg.value == ZYDIS_REGISTER_RBP &&
	        d.operands[1].reg.value == ZYDIS_REGISTER_RSP);
	result.repeats = d.i.attributes & (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE |
	                                      ZYDIS_ATTRIB_HAS_REPNE);
	result.calls = d.i.meta.category == ZYDIS_CATEGORY_CALL;
	if (result.calls && d.i.raw.imm[0].is_relative) {
		result.target = d.i.length + d.i.raw.imm[0].value.s;
		result.target_at = d.i.raw.imm[0].offset;
	}
	result.enters_kernel = d.i.meta.category == ZYDIS_CATEGORY_SYSCALL ||
	                       d.i.meta.category == ZYDIS_CATEGORY_INTERRUPT;
	result.returns = d.i.meta.category == ZYDIS_CATEGORY_RET;
	return result;
}

struct instruction
instruction_read_of(int machine, const unsigned char *bytes, size_t n)
{
	return machine == EM_AARCH64 ? aarch64_read(bytes, n)
	       : machine == EM_RISCV ? riscv_read(bytes, n)
	                             : instruction_read(bytes, n);
}

uint64_t
instruction_register(const struct operand *o)
{
	unsigned first = o->kind == OPERAND_VECTOR ? 32 : 0;

	if (o->kind != OPERAND_REGISTER && o->kind != OPERAND_VECTOR)
		return 0;
	return (uint64_t)1 << (first + (unsigned)o->number);
}

static uint64_t
bit_of(ZydisRegister r)
{
	struct operand o = register_operand(r);

	return instruction_register(&o);
}

/* The System V ABI: the general registers are numbered rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi,
   r8 to r15. */
enum { ARGUMENTS = 0x03c6, PRESERVED = 0xf038, CHANGED = 0x0fc7 };
static const uint64_t vector_arguments = (uint64_t)0xff << 32, vectors = (uint64_t)0xffff << 32;

/* A write of 32 bits clears the rest of a general register, one of fewer keeps it. */
static bool
is_whole(const ZydisDecodedOperand *o)
{
	return o->size >= 32 && !(o->actions & ZYDIS_OPERAND_ACTION_MASK_READ) &&
	       !(o->actions & ZYDIS_OPERAND_ACTION_CONDWRITE);
}

/* Registers that a called function uses, changes and preserves, by the ABI of the machine. */
static const struct abi {
	uint64_t arguments, changed, preserved;
} of_aarch64 = {0xff000000ff, 0xffff00ff4007ffff, 0xff003ff80000},
  of_riscv = {0x3fc000003fc00, 0xf003fcfff003fce2, 0x0ffc03000ffc0300};

static uint64_t
field_bit(uint32_t word, unsigned from)
{
	return (uint64_t)1 << instruction_field(word, from);
}

/* Returns the bits of the registers, be they general ones or vectors, that an instruction may
   read. set: those that it surely writes. */
static uint64_t
aarch64_fields(uint32_t word, uint32_t set)
{
	bool conditional = word >> 24 == 0x54, pair = (word & 0x3a000000) == 0x28000000;
	bool number = (word >> 26 & 7) == 4 || (word & 0x3b000000) == 0x39000000 ||
	              (word & 0x3b200000) == 0x38000000;
	uint64_t read = field_bit(word, 5);

	if ((word & 0x1c000000) == 0x14000000)
		return conditional ? 0 : field_bit(word, 0);
	if (!number && !pair)
		read |= field_bit(word, 10) | field_bit(word, 16);
	return read |
	       ((field_bit(word, 0) | (pair ? field_bit(word, 10) : 0)) & ~(uint64_t)set);
}

static uint64_t
riscv_fields(uint32_t word)
{
	uint64_t shorter = (uint64_t)1 << (8 + (word >> 7 & 7)), to = field_bit(word, 7),
	         other = (uint64_t)1 << (8 + (word >> 2 & 7));

	if ((word & 3) < 3)
		return (word & 3) == 2 ? to | field_bit(word, 2)
		                       : shorter | other | (word & 1 ? to : 0);
	return field_bit(word, 15) | (word & 0x60 ? field_bit(word, 20) : 0) |
	       ((word & 0x73) == 0x43 ? field_bit(word, 27) : 0);
}

/* Returns true if an instruction of another machine may compute with vectors or real numbers.
 */
static bool
is_of_vectors(int machine, uint32_t word)
{
	unsigned real = word & 0x5f;

	return machine == EM_AARCH64
	           ? (word >> 26 & 3) == 3
	           : (word & 3) < 3 || real == 7 || (real >= 0x43 && real <= 0x53);
}

static uint32_t
word_of(const unsigned char *bytes, size_t length)
{
	uint32_t word = 0;

	memcpy(&word, bytes, length);
	return word;
}

static struct instruction_registers
registers_of_word(int machine, const unsigned char *bytes, size_t n)
{
	const struct abi *abi = machine == EM_AARCH64 ? &of_aarch64 : &of_riscv;
	struct instruction i = instruction_read_of(machine, bytes, n);
	uint32_t word = word_of(bytes, i.length);
	bool vectors_too = is_of_vectors(machine, word);
	/* An instruction that is not known exactly seems to write all that it names. */
	bool exact = !(i.writes & (i.writes - 1)) ||
	             (machine == EM_AARCH64 && (word & 0x3a000000) == 0x28000000);
	uint32_t set = exact ? i.writes : 0;
	uint64_t named = machine == EM_AARCH64 ? aarch64_fields(word, set) : riscv_fields(word);
	int to = instruction_field(word, machine == EM_AARCH64 ? 0 : 7);

	if (!i.length || i.pads || i.kind == INSTRUCTION_JUMP)
		return (struct instruction_registers){0};
	if (i.calls)
		return (struct instruction_registers){abi->arguments, abi->changed, 0};
	if (i.kind == INSTRUCTION_END)
		return (struct instruction_registers){abi->preserved, 0, 0};
	if (i.kind == INSTRUCTION_MOVE)
		return (struct instruction_registers){
		    instruction_register(&i.from), instruction_register(&i.to), 0};
	if (vectors_too)
		named |= named << 32;
	return (struct instruction_registers){
	    named, set, (i.writes & ~set) | (vectors_too ? (uint64_t)1 << (32 + to) : 0)};
}

struct instruction_registers
instruction_registers(int machine, const unsigned char *bytes, size_t n)
{
	struct instruction_registers all = {0};
	struct instruction i = instruction_read(bytes, n);
	struct decoded d;

	if (machine != EM_X86_64)
		return registers_of_word(machine, bytes, n);
	/* Padding names registers and uses none. */
	if (!decoded_read(&d, bytes, n) || i.kind == INSTRUCTION_NOP)
		return all;
	for (size_t k = 0; k < d.i.operand_count; k++) {
		const ZydisDecodedOperand *o = &d.operands[k];
		uint64_t bit =
		    o->type == ZYDIS_OPERAND_TYPE_REGISTER ? bit_of(o->reg.value) : 0;

		if (o->type == ZYDIS_OPERAND_TYPE_MEMORY)
			all.read |= bit_of(o->mem.base) | bit_of(o->mem.index);
		if (o->actions & ZYDIS_OPERAND_ACTION_MASK_READ)
			all.read |= bit;
		if (o->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)
			*(is_whole(o) ? &all.set : &all.kept) |= bit;
	}
	/* An exclusive or with itself. */
	if (i.kind == INSTRUCTION_MOVE && i.from.kind == OPERAND_CONSTANT && i.bits >= 32) {
		all.read &= ~instruction_register(&i.to);
		all.set |= instruction_register(&i.to);
		all.kept &= ~instruction_register(&i.to);
	}
	if (i.kind == INSTRUCTION_END && !i.returns)
		all.read |= ARGUMENTS | vector_arguments;
	if (i.kind == INSTRUCTION_END)
		all.read |= PRESERVED;
	if (i.calls)
		all.set |= CHANGED | vectors;
	return all;
}

/* Compares instructions of another machine by their operations. */
static enum instruction_like
compare_words(
    int machine, const unsigned char *a, size_t a_size, const unsigned char *b, size_t b_size)
{
	struct instruction one = instruction_read_of(machine, a, a_size),
	                   other = instruction_read_of(machine, b, b_size);
	uint32_t word = word_of(a, one.length), differ = word ^ word_of(b, other.length);
	bool arm = machine == EM_AARCH64, conditional = word >> 24 == 0x54;
	uint32_t condition =
	    arm ? (conditional ? 1 : 1u << 24) : 1u << (one.length == 4 ? 12 : 13);

	if (!one.length || one.length != other.length || one.kind != other.kind)
		return INSTRUCTION_UNLIKE;
	if (one.kind == INSTRUCTION_JUMP)
		return INSTRUCTION_LIKE;
	if (!arm)
		differ &= one.length == 2         ? 0xe003
		          : (word & 0x5f) == 0x13 ? 0xfe00707f
		                                  : 0x707f;
	else
		differ &= one.kind != INSTRUCTION_BRANCH ? 0xffc00000
		          : conditional                  ? 0xff00000f
		                                         : 0xff000000;
	return !differ                                                 ? INSTRUCTION_LIKE
	       : one.kind == INSTRUCTION_BRANCH && differ == condition ? INSTRUCTION_INVERSE
	                                                               : INSTRUCTION_UNLIKE;
}

/* The last byte of an opcode is one of 16 conditions, of which two each are inverse:
       74 05           je
       0f 85 10 00 00 00  jne */
enum instruction_like
instruction_compare(
    int machine, const unsigned char *a, size_t a_size, const unsigned char *b, size_t b_size)
{
	struct decoded one, other;

	if (machine != EM_X86_64)
		return compare_words(machine, a, a_size, b, b_size);
	if (!decoded_read(&one, a, a_size) || !decoded_read(&other, b, b_size))
		return INSTRUCTION_UNLIKE;
	if (one.i.mnemonic == other.i.mnemonic)
		return INSTRUCTION_LIKE;
	return one.i.meta.category == ZYDIS_CATEGORY_COND_BR &&
	               other.i.meta.category == ZYDIS_CATEGORY_COND_BR &&
	               (one.i.opcode & 15) == ((other.i.opcode & 15) ^ 1)
	           ? INSTRUCTION_INVERSE
	           : INSTRUCTION_UNLIKE;
}

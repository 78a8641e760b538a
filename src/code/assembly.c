#include <inttypes.h>
#include <string.h>

#include "code/assembly.h"
#include "util/array.h"

/* "" for sizes that have no letter. */
static const char *
letter(unsigned bits)
{
	switch (bits) {
	case 8:
		return "b";
	case 16:
		return "w";
	case 32:
		return "l";
	case 64:
		return "q";
	default:
		return "";
	}
}

static bool
has_vector(const struct decoded *d)
{
	size_t i;

	for (i = 0; i < d->i.operand_count_visible; i++)
		if (d->operands[i].type == ZYDIS_OPERAND_TYPE_REGISTER &&
		    ZydisRegisterGetClass(d->operands[i].reg.value) >= ZYDIS_REGCLASS_MMX)
			return true;
	return false;
}

static const char *
integer_letter(const struct decoded *d)
{
	const ZydisDecodedOperand *o = &d->operands[0];

	if (d->i.encoding != ZYDIS_INSTRUCTION_ENCODING_LEGACY || !d->i.operand_count_visible ||
	    has_vector(d))
		return "";
	return letter(o->type == ZYDIS_OPERAND_TYPE_IMMEDIATE ? d->i.operand_width : o->size);
}

static const char *
float_letter(const struct decoded *d, const char *name)
{
	const ZydisDecodedOperand *o = &d->operands[0];

	if (!d->i.operand_count_visible || o->type != ZYDIS_OPERAND_TYPE_MEMORY)
		return "";
	switch (o->element_type) {
	case ZYDIS_ELEMENT_TYPE_FLOAT32:
		return "s";
	case ZYDIS_ELEMENT_TYPE_FLOAT64:
		return "l";
	case ZYDIS_ELEMENT_TYPE_FLOAT80:
		return "t";
	default:
		if (name[1] != 'i')
			return "";
		return o->size == 16 ? "s" : o->size == 32 ? "l" : "ll";
	}
}

/* What the size of the operands adds to a name. */
static const char *
size_letter(const struct decoded *d, const char *name)
{
	switch (d->i.mnemonic) {
	case ZYDIS_MNEMONIC_CMPXCHG8B:
	case ZYDIS_MNEMONIC_CMPXCHG16B:
	case ZYDIS_MNEMONIC_PUSHFQ:
	case ZYDIS_MNEMONIC_POPFQ:
		return "";
	case ZYDIS_MNEMONIC_LEA:
	case ZYDIS_MNEMONIC_MOV:
	case ZYDIS_MNEMONIC_XCHG:
		return integer_letter(d);
	case ZYDIS_MNEMONIC_CRC32:
	case ZYDIS_MNEMONIC_CVTSI2SD:
	case ZYDIS_MNEMONIC_CVTSI2SS:
		return letter(d->operands[1].size);
	case ZYDIS_MNEMONIC_VCVTSI2SD:
	case ZYDIS_MNEMONIC_VCVTSI2SS:
		return letter(d->operands[2].size);
	default:
		break;
	}
	switch (d->i.meta.category) {
	case ZYDIS_CATEGORY_BINARY:
	case ZYDIS_CATEGORY_BITBYTE:
	case ZYDIS_CATEGORY_LOGICAL:
	case ZYDIS_CATEGORY_POP:
	case ZYDIS_CATEGORY_PUSH:
	case ZYDIS_CATEGORY_ROTATE:
	case ZYDIS_CATEGORY_SEMAPHORE:
	case ZYDIS_CATEGORY_SHIFT:
	case ZYDIS_CATEGORY_WIDENOP:
		return integer_letter(d);
	case ZYDIS_CATEGORY_X87_ALU:
		return float_letter(d, name);
	default:
		return "";
	}
}

/* Intel's fsub and fsubr, fdiv and fdivr, are each other to the GNU assembler where the result
   is not in %st, which was an error of AT&T's once. */
static ZydisMnemonic
exchanged(const struct decoded *d)
{
	if ((d->i.opcode != 0xdc && d->i.opcode != 0xde) ||
	    d->operands[0].type != ZYDIS_OPERAND_TYPE_REGISTER)
		return d->i.mnemonic;
	switch (d->i.mnemonic) {
	case ZYDIS_MNEMONIC_FSUB:
		return ZYDIS_MNEMONIC_FSUBR;
	case ZYDIS_MNEMONIC_FSUBR:
		return ZYDIS_MNEMONIC_FSUB;
	case ZYDIS_MNEMONIC_FSUBP:
		return ZYDIS_MNEMONIC_FSUBRP;
	case ZYDIS_MNEMONIC_FSUBRP:
		return ZYDIS_MNEMONIC_FSUBP;
	case ZYDIS_MNEMONIC_FDIV:
		return ZYDIS_MNEMONIC_FDIVR;
	case ZYDIS_MNEMONIC_FDIVR:
		return ZYDIS_MNEMONIC_FDIV;
	case ZYDIS_MNEMONIC_FDIVP:
		return ZYDIS_MNEMONIC_FDIVRP;
	case ZYDIS_MNEMONIC_FDIVRP:
		return ZYDIS_MNEMONIC_FDIVP;
	default:
		return d->i.mnemonic;
	}
}

/* The GNU assembler's name of an instruction without a size. */
static const char *
gnu_name(const struct decoded *d)
{
	switch (d->i.mnemonic) {
	case ZYDIS_MNEMONIC_CBW:
		return "cbtw";
	case ZYDIS_MNEMONIC_CWDE:
		return "cwtl";
	case ZYDIS_MNEMONIC_CDQE:
		return "cltq";
	case ZYDIS_MNEMONIC_CWD:
		return "cwtd";
	case ZYDIS_MNEMONIC_CDQ:
		return "cltd";
	case ZYDIS_MNEMONIC_CQO:
		return "cqto";
	default:
		return ZydisMnemonicGetString(exchanged(d));
	}
}

/* Adds a name that ends with a condition, of which compilers write others than Zydis. */
static void
add_condition(const char *name, size_t stem, struct text *t)
{
	static const char *const conditions[][2] = {
	    {"z", "e"}, {"nz", "ne"}, {"nb", "ae"}, {"nbe", "a"}, {"nl", "ge"}, {"nle", "g"}};
	size_t i;

	text_add_n(t, name, stem);
	for (i = 0; i < COUNTOF(conditions); i++)
		if (!strcmp(name + stem, conditions[i][0])) {
			text_add(t, conditions[i][1]);
			return;
		}
	text_add(t, name + stem);
}

static void
add_extension(const struct decoded *d, const char *name, struct text *t)
{
	text_addf(t, "%s%s%s", name, letter(d->operands[1].size), letter(d->operands[0].size));
}

/* "movsd" and its like, of 32 bits, end in l. */
static void
add_string(const char *name, struct text *t)
{
	size_t n = strlen(name);

	text_add_n(t, name, n - 1);
	text_add_char(t, name[n - 1] == 'd' ? 'l' : name[n - 1]);
}

static void
add_prefixes(const struct decoded *d, struct text *t)
{
	if (d->i.attributes & ZYDIS_ATTRIB_HAS_LOCK)
		text_add(t, "lock ");
	if (d->i.meta.category != ZYDIS_CATEGORY_STRINGOP)
		return;
	if (d->i.attributes & ZYDIS_ATTRIB_HAS_REP)
		text_add(t, "rep ");
	if (d->i.attributes & ZYDIS_ATTRIB_HAS_REPE)
		text_add(t, "repe ");
	if (d->i.attributes & ZYDIS_ATTRIB_HAS_REPNE)
		text_add(t, "repne ");
}

void
assembly_name(const struct decoded *d, struct text *t)
{
	const char *name = ZydisMnemonicGetString(d->i.mnemonic);

	add_prefixes(d, t);
	switch (d->i.mnemonic) {
	case ZYDIS_MNEMONIC_MOVZX:
		add_extension(d, "movz", t);
		return;
	case ZYDIS_MNEMONIC_MOVSX:
	case ZYDIS_MNEMONIC_MOVSXD:
		add_extension(d, "movs", t);
		return;
	default:
		break;
	}
	if (d->i.meta.category == ZYDIS_CATEGORY_STRINGOP)
		add_string(name, t);
	else if (d->i.meta.category == ZYDIS_CATEGORY_COND_BR)
		add_condition(name, strlen("j"), t);
	else if (d->i.meta.category == ZYDIS_CATEGORY_SETCC)
		add_condition(name, strlen("set"), t);
	else if (d->i.meta.category == ZYDIS_CATEGORY_CMOV)
		add_condition(name, strlen("cmov"), t);
	else
		text_addf(t, "%s%s%s", gnu_name(d),
		    d->i.mnemonic == ZYDIS_MNEMONIC_MOV && d->i.raw.imm[0].size == 64 ? "abs"
		                                                                      : "",
		    size_letter(d, name));
}

static void
add_register(ZydisRegister r, struct text *t)
{
	if (r == ZYDIS_REGISTER_ST0)
		text_add(t, "%st");
	else if (ZydisRegisterGetClass(r) == ZYDIS_REGCLASS_X87)
		text_addf(t, "%%st(%d)", ZydisRegisterGetId(r));
	else
		text_addf(t, "%%%s", ZydisRegisterGetString(r));
}

static void
add_memory(const ZydisDecodedOperandMem *m, const char *address, struct text *t)
{
	if (m->segment == ZYDIS_REGISTER_FS || m->segment == ZYDIS_REGISTER_GS)
		text_addf(t, "%%%s:", ZydisRegisterGetString(m->segment));
	if (address)
		text_add(t, address);
	else if (m->disp.value ||
	         (m->base == ZYDIS_REGISTER_NONE && m->index == ZYDIS_REGISTER_NONE))
		text_addf(t, "%" PRId64, m->disp.value);
	if (m->base == ZYDIS_REGISTER_NONE && m->index == ZYDIS_REGISTER_NONE)
		return;
	text_add_char(t, '(');
	if (m->base != ZYDIS_REGISTER_NONE)
		add_register(m->base, t);
	if (m->index != ZYDIS_REGISTER_NONE) {
		text_add_char(t, ',');
		add_register(m->index, t);
		if (m->scale > 1)
			text_addf(t, ",%d", m->scale);
	}
	text_add_char(t, ')');
}

static void
add_constant(const struct decoded *d, int64_t value, struct text *t)
{
	bool bits = d->i.meta.category == ZYDIS_CATEGORY_LOGICAL || has_vector(d);

	if (value > INT32_MAX || value < INT32_MIN || (bits && value > 9))
		text_addf(t, "$0x%" PRIx64, (uint64_t)value);
	else
		text_addf(t, "$%" PRId64, value);
}

void
assembly_operand(
    const struct decoded *d, const ZydisDecodedOperand *o, const char *address, struct text *t)
{
	bool indirect =
	    d->i.mnemonic == ZYDIS_MNEMONIC_CALL || d->i.mnemonic == ZYDIS_MNEMONIC_JMP;

	switch (o->type) {
	case ZYDIS_OPERAND_TYPE_REGISTER:
		text_add(t, indirect ? "*" : "");
		add_register(o->reg.value, t);
		break;
	case ZYDIS_OPERAND_TYPE_MEMORY:
		text_add(t, indirect ? "*" : "");
		add_memory(&o->mem, address, t);
		break;
	case ZYDIS_OPERAND_TYPE_IMMEDIATE:
		if (o->imm.is_relative && address)
			text_add(t, address);
		else
			add_constant(d, o->imm.value.s, t);
		break;
	default:
		break;
	}
}

/* A nop's register is not written, nor is the 1 of a shift by one bit, which no byte holds. */
size_t
assembly_operand_count(const struct decoded *d)
{
	size_t n = d->i.operand_count_visible;

	if (d->i.meta.category == ZYDIS_CATEGORY_NOP ||
	    d->i.meta.category == ZYDIS_CATEGORY_STRINGOP)
		return 0;
	if (d->i.meta.category == ZYDIS_CATEGORY_WIDENOP)
		return n ? 1 : 0;
	if (n && d->operands[n - 1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE &&
	    !d->i.raw.imm[0].size)
		return n - 1;
	return n;
}

const ZydisDecodedOperand *
assembly_operand_at(const struct decoded *d, size_t i)
{
	bool in_order = d->i.mnemonic == ZYDIS_MNEMONIC_ENTER;

	return &d->operands[in_order ? i : assembly_operand_count(d) - 1 - i];
}

#include <inttypes.h>
#include <string.h>

#include "code/assembly.h"
#include "code/decoded.h"
#include "util/array.h"

#define M(name) ZYDIS_MNEMONIC_##name
#define C(name) ZYDIS_CATEGORY_##name

bool
decoded_read_for(struct decoded *d, bool narrow, const unsigned char *bytes, size_t n)
{
	ZydisDecoder decoder;

	if (narrow)
		ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LEGACY_32, ZYDIS_STACK_WIDTH_32);
	else
		ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
	return ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, bytes, n, &d->i, d->operands));
}

bool
decoded_read(struct decoded *d, const unsigned char *bytes, size_t n)
{
	return decoded_read_for(d, false, bytes, n);
}

bool
decoded_is_one_of(ZydisMnemonic mnemonic, const ZydisMnemonic *list)
{
	while (*list && *list != mnemonic)
		list++;
	return *list != M(INVALID);
}

bool
decoded_is_access(const struct decoded *d, const ZydisDecodedOperand *o)
{
	return o->type == ZYDIS_OPERAND_TYPE_MEMORY && o->mem.type != ZYDIS_MEMOP_TYPE_AGEN &&
	       d->i.meta.category != C(NOP) && d->i.meta.category != C(WIDENOP) &&
	       d->i.meta.category != C(PREFETCH) && d->i.meta.category != C(PREFETCHWT1);
}

/* Returns true if the name, without the v of AVX, is one of the names; see text_is_one_of. */
static bool
decoded_is_named(const char *name, const char *names)
{
	name += *name == 'v';
	return text_is_one_of(name, strlen(name), names);
}

static bool
only_loads(const struct decoded *d, const char *name)
{
	return d->i.meta.category == C(DATAXFER) || d->i.meta.category == C(POP) ||
	       d->i.meta.category == C(BROADCAST) ||
	       decoded_is_named(
	           name, "lods* leave* fld* fild* lddqu* pmovsx* pmovzx* ldmxcsr*");
}

static enum profile_kind
access_kind(const struct decoded *d, const char *name)
{
	bool reads = false, writes = false;

	for (size_t i = 0; i < d->i.operand_count; i++) {
		ZydisOperandActions actions = d->operands[i].actions;

		if (!decoded_is_access(d, &d->operands[i]))
			continue;
		if (actions & ZYDIS_OPERAND_ACTION_MASK_READ &&
		    actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)
			return PROFILE_LOAD_OP;
		reads |= (actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
		writes |= (actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
	}
	if (writes)
		return PROFILE_STORE;
	if (reads)
		return only_loads(d, name) ? PROFILE_LOAD : PROFILE_LOAD_OP;
	return PROFILE_OTHER;
}

static bool
is_vector(ZydisRegister r)
{
	ZydisRegisterClass class = ZydisRegisterGetClass(r);

	return class == ZYDIS_REGCLASS_MASK ||
	       (class >= ZYDIS_REGCLASS_MMX && class <= ZYDIS_REGCLASS_ZMM);
}

/* Returns the number of vector registers that an instruction names; *others: of the others. */
static size_t
count_vectors(const struct decoded *d, size_t *others)
{
	size_t n = 0;

	*others = 0;
	for (size_t i = 0; i < d->i.operand_count_visible; i++) {
		if (d->operands[i].type != ZYDIS_OPERAND_TYPE_REGISTER)
			continue;
		if (is_vector(d->operands[i].reg.value))
			n++;
		else
			++*others;
	}
	return n;
}

/* Returns true if an instruction of that name computes one floating-point number. */
static bool
is_scalar(const char *name)
{
	return !decoded_is_named(name, "p* broadcast*") &&
	       (text_ends(name, "ss") || text_ends(name, "sd") || strstr(name, "ss2") ||
	           strstr(name, "sd2"));
}

static bool
is_move(const struct decoded *d, const char *name)
{
	switch (d->i.meta.category) {
	case C(DATAXFER):
		return !decoded_is_named(
		    name, "bswap* movhlps* movlhps* movddup* movshdup* movsldup*");
	case C(KMASK):
		return text_begins(name, "kmov");
	case C(X87_ALU):
		return d->i.operand_count_visible && decoded_is_named(name, "fld* fst* fxch*");
	default:
		return false;
	}
}

static enum profile_kind
register_kind(const struct decoded *d, const char *name)
{
	size_t others, vectors = count_vectors(d, &others);
	ZydisMnemonic m = d->i.mnemonic;

	if (is_move(d, name) && !(vectors && others))
		return PROFILE_MOVE;
	if (m == M(EMMS) || m == M(VZEROALL) || m == M(VZEROUPPER))
		return PROFILE_VECTOR;
	return vectors && !is_scalar(name) ? PROFILE_VECTOR : PROFILE_OTHER;
}

enum profile_kind
decoded_kind(const struct decoded *d)
{
	const char *name = ZydisMnemonicGetString(d->i.mnemonic);
	enum profile_kind kind;

	switch (d->i.meta.category) {
	case C(CALL):
	case C(RET):
	case C(SYSCALL):
	case C(SYSRET):
	case C(INTERRUPT):
		return PROFILE_CALL;
	case C(COND_BR):
		return PROFILE_BRANCH;
	case C(UNCOND_BR):
		return PROFILE_JUMP;
	case C(NOP):
	case C(WIDENOP):
		return PROFILE_NOP;
	default:
		break;
	}
	if (d->i.mnemonic == M(ENDBR64))
		return PROFILE_NOP;
	if (decoded_is_named(name,
	        "mul* imul* fmul* fimul* pmul* pmadd* fmadd* fmsub* fnmadd* fnmsub* "
	        "dpp* pdp*"))
		return PROFILE_MULTIPLY;
	if (decoded_is_named(name, "div* idiv* fdiv* fidiv* sqrt* fsqrt*"))
		return PROFILE_DIVIDE;
	kind = access_kind(d, name);
	if (kind == PROFILE_OTHER)
		kind = register_kind(d, name);
	return kind == PROFILE_OTHER ? assembly_kind(name) : kind;
}

/* "" for sizes that have no letter. */
static const char *
decoded_letter(unsigned bits)
{
	return bits == 8 ? "b" : bits == 16 ? "w" : bits == 32 ? "l" : bits == 64 ? "q" : "";
}

static bool
decoded_has_vector(const struct decoded *d)
{
	for (size_t i = 0; i < d->i.operand_count_visible; i++)
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
	    decoded_has_vector(d))
		return "";
	return decoded_letter(
	    o->type == ZYDIS_OPERAND_TYPE_IMMEDIATE ? d->i.operand_width : o->size);
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

/* Returns what the size of the operands adds to a name. */
static const char *
size_letter(const struct decoded *d, const char *name)
{
	switch (d->i.mnemonic) {
	case M(CMPXCHG8B):
	case M(CMPXCHG16B):
	case M(PUSHFQ):
	case M(POPFQ):
		return "";
	case M(LEA):
	case M(MOV):
	case M(XCHG):
		return integer_letter(d);
	case M(CRC32):
	case M(CVTSI2SD):
	case M(CVTSI2SS):
		return decoded_letter(d->operands[1].size);
	case M(VCVTSI2SD):
	case M(VCVTSI2SS):
		return decoded_letter(d->operands[2].size);
	default:
		break;
	}
	switch (d->i.meta.category) {
	case C(BINARY):
	case C(BITBYTE):
	case C(LOGICAL):
	case C(POP):
	case C(PUSH):
	case C(ROTATE):
	case C(SEMAPHORE):
	case C(SHIFT):
	case C(WIDENOP):
		return integer_letter(d);
	case C(X87_ALU):
		return float_letter(d, name);
	default:
		return "";
	}
}

/* Returns the GNU assembler's name of an instruction without a size. Where the result is not in
   %st, the assembler exchanges Intel's fsub and fsubr, fdiv and fdivr: an old error of AT&T's.
 */
static const char *
gnu_name(const struct decoded *d)
{
	static const struct {
		ZydisMnemonic mnemonic;
		const char *name;
	} names[] = {{M(FSUB), "fsubr"}, {M(FSUBR), "fsub"}, {M(FSUBP), "fsubrp"},
	    {M(FSUBRP), "fsubp"}, {M(FDIV), "fdivr"}, {M(FDIVR), "fdiv"}, {M(FDIVP), "fdivrp"},
	    {M(FDIVRP), "fdivp"}, {M(CBW), "cbtw"}, {M(CWDE), "cwtl"}, {M(CDQE), "cltq"},
	    {M(CWD), "cwtd"}, {M(CDQ), "cltd"}, {M(CQO), "cqto"}};
	bool exchanged = (d->i.opcode == 0xdc || d->i.opcode == 0xde) &&
	                 d->operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER;

	for (size_t i = exchanged ? 0 : 8; i < COUNTOF(names); i++)
		if (names[i].mnemonic == d->i.mnemonic)
			return names[i].name;
	return ZydisMnemonicGetString(d->i.mnemonic);
}

/* Adds a name that ends with a condition, as compilers write conditions: Zydis names some
   otherwise. */
static void
add_condition(const char *name, size_t stem, struct text *t)
{
	static const char *const conditions[][2] = {
	    {"z", "e"}, {"nz", "ne"}, {"nb", "ae"}, {"nbe", "a"}, {"nl", "ge"}, {"nle", "g"}};

	text_add_n(t, name, stem);
	for (size_t i = 0; i < COUNTOF(conditions); i++)
		if (!strcmp(name + stem, conditions[i][0])) {
			text_add(t, conditions[i][1]);
			return;
		}
	text_add(t, name + stem);
}

/* "movsd" and its like, of 32 bits, end in l. */
static void
decoded_add_string(const char *name, struct text *t)
{
	size_t n = strlen(name);

	text_add_n(t, name, n - 1);
	text_add_char(t, name[n - 1] == 'd' ? 'l' : name[n - 1]);
}

static void
add_prefixes(const struct decoded *d, struct text *t)
{
	static const struct {
		ZydisInstructionAttributes attribute;
		const char *name;
	} prefixes[] = {{ZYDIS_ATTRIB_HAS_LOCK, "lock "}, {ZYDIS_ATTRIB_HAS_REP, "rep "},
	    {ZYDIS_ATTRIB_HAS_REPE, "repe "}, {ZYDIS_ATTRIB_HAS_REPNE, "repne "}};
	size_t n = d->i.meta.category == C(STRINGOP) ? COUNTOF(prefixes) : 1;

	for (size_t i = 0; i < n; i++)
		if (d->i.attributes & prefixes[i].attribute)
			text_add(t, prefixes[i].name);
}

void
decoded_add_name(const struct decoded *d, struct text *t)
{
	ZydisInstructionCategory category = d->i.meta.category;
	ZydisMnemonic m = d->i.mnemonic;
	const char *name = ZydisMnemonicGetString(m);

	add_prefixes(d, t);
	if (m == M(MOVZX) || m == M(MOVSX) || m == M(MOVSXD))
		text_addf(t, "mov%c%s%s", m == M(MOVZX) ? 'z' : 's',
		    decoded_letter(d->operands[1].size), decoded_letter(d->operands[0].size));
	else if (category == C(STRINGOP))
		decoded_add_string(name, t);
	else if (category == C(COND_BR) || category == C(SETCC) || category == C(CMOV))
		add_condition(name,
		    category == C(COND_BR) ? 1
		    : category == C(SETCC) ? 3
		                           : 4,
		    t);
	else
		text_addf(t, "%s%s%s", gnu_name(d),
		    m == M(MOV) && d->i.raw.imm[0].size == 64 ? "abs" : "",
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
	bool bits = d->i.meta.category == C(LOGICAL) || decoded_has_vector(d);

	if (value > INT32_MAX || value < INT32_MIN || (bits && value > 9))
		text_addf(t, "$0x%" PRIx64, (uint64_t)value);
	else
		text_addf(t, "$%" PRId64, value);
}

void
decoded_add_operand(
    const struct decoded *d, const ZydisDecodedOperand *o, const char *address, struct text *t)
{
	bool indirect = d->i.mnemonic == M(CALL) || d->i.mnemonic == M(JMP);

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

/* Assemblers show no register of a nop, and not the 1 of a shift by one bit. */
size_t
decoded_written_count(const struct decoded *d)
{
	size_t n = d->i.operand_count_visible;

	if (d->i.meta.category == C(NOP) || d->i.meta.category == C(STRINGOP))
		return 0;
	if (d->i.meta.category == C(WIDENOP))
		return n ? 1 : 0;
	if (n && d->operands[n - 1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE &&
	    !d->i.raw.imm[0].size)
		return n - 1;
	return n;
}

const ZydisDecodedOperand *
decoded_written(const struct decoded *d, size_t i)
{
	bool in_order = d->i.mnemonic == M(ENTER);

	return &d->operands[in_order ? i : decoded_written_count(d) - 1 - i];
}

#include <string.h>

#include "code/decoded.h"
#include "util/text.h"

bool
decoded_read(struct decoded *d, const unsigned char *code, size_t n)
{
	ZydisDecoder decoder;

	ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
	return ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code, n, &d->i, d->operands));
}

bool
decoded_is_access(const struct decoded *d, const ZydisDecodedOperand *o)
{
	return o->type == ZYDIS_OPERAND_TYPE_MEMORY && o->mem.type != ZYDIS_MEMOP_TYPE_AGEN &&
	       d->i.meta.category != ZYDIS_CATEGORY_NOP &&
	       d->i.meta.category != ZYDIS_CATEGORY_WIDENOP &&
	       d->i.meta.category != ZYDIS_CATEGORY_PREFETCH &&
	       d->i.meta.category != ZYDIS_CATEGORY_PREFETCHWT1;
}

/* Whether the name, without the v of AVX, begins with a word of a list. */
static bool
begins_with(const char *name, const char *const *list)
{
	if (*name == 'v')
		name++;
	for (; *list; list++)
		if (text_begins(name, *list))
			return true;
	return false;
}

static bool
is_multiplication(const char *name)
{
	static const char *const names[] = {"mul", "imul", "fmul", "fimul", "pmul", "pmadd",
	    "fmadd", "fmsub", "fnmadd", "fnmsub", "dpp", "pdp", NULL};

	return begins_with(name, names);
}

static bool
is_division(const char *name)
{
	static const char *const names[] = {
	    "div", "idiv", "fdiv", "fidiv", "sqrt", "fsqrt", NULL};

	return begins_with(name, names);
}

static bool
only_loads(const struct decoded *d, const char *name)
{
	static const char *const names[] = {
	    "lods", "leave", "fld", "fild", "lddqu", "pmovsx", "pmovzx", "ldmxcsr", NULL};

	switch (d->i.meta.category) {
	case ZYDIS_CATEGORY_DATAXFER:
	case ZYDIS_CATEGORY_POP:
	case ZYDIS_CATEGORY_BROADCAST:
		return true;
	default:
		return begins_with(name, names);
	}
}

static enum profile_kind
access_kind(const struct decoded *d, const char *name)
{
	bool reads = false, writes = false;
	size_t i;

	for (i = 0; i < d->i.operand_count; i++) {
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
	switch (ZydisRegisterGetClass(r)) {
	case ZYDIS_REGCLASS_MMX:
	case ZYDIS_REGCLASS_XMM:
	case ZYDIS_REGCLASS_YMM:
	case ZYDIS_REGCLASS_ZMM:
	case ZYDIS_REGCLASS_MASK:
		return true;
	default:
		return false;
	}
}

/* How many vector registers, and others, an instruction names. */
static size_t
count_vectors(const struct decoded *d, size_t *others)
{
	size_t i, n = 0;

	*others = 0;
	for (i = 0; i < d->i.operand_count_visible; i++) {
		if (d->operands[i].type != ZYDIS_OPERAND_TYPE_REGISTER)
			continue;
		if (is_vector(d->operands[i].reg.value))
			n++;
		else
			++*others;
	}
	return n;
}

/* Whether it computes one floating-point number, as its name tells. */
static bool
is_scalar(const char *name)
{
	static const char *const packed[] = {"p", "broadcast", NULL};

	return !begins_with(name, packed) && (text_ends(name, "ss") || text_ends(name, "sd") ||
	                                         strstr(name, "ss2") || strstr(name, "sd2"));
}

static bool
is_move(const struct decoded *d, const char *name)
{
	static const char *const stack[] = {"fld", "fst", "fxch", NULL};
	static const char *const shuffles[] = {
	    "bswap", "movhlps", "movlhps", "movddup", "movshdup", "movsldup", NULL};

	if (d->i.meta.category == ZYDIS_CATEGORY_DATAXFER)
		return !begins_with(name, shuffles);
	return d->i.meta.category == ZYDIS_CATEGORY_KMASK
	           ? text_begins(name, "kmov")
	           : d->i.meta.category == ZYDIS_CATEGORY_X87_ALU &&
	                 d->i.operand_count_visible && begins_with(name, stack);
}

static enum profile_kind
register_kind(const struct decoded *d, const char *name)
{
	size_t others, vectors = count_vectors(d, &others);

	if (is_move(d, name) && !(vectors && others))
		return PROFILE_MOVE;
	switch (d->i.mnemonic) {
	case ZYDIS_MNEMONIC_EMMS:
	case ZYDIS_MNEMONIC_VZEROALL:
	case ZYDIS_MNEMONIC_VZEROUPPER:
		return PROFILE_VECTOR;
	default:
		return vectors && !is_scalar(name) ? PROFILE_VECTOR : PROFILE_OTHER;
	}
}

enum profile_kind
decoded_kind(const struct decoded *d)
{
	const char *name = ZydisMnemonicGetString(d->i.mnemonic);
	enum profile_kind kind;

	switch (d->i.meta.category) {
	case ZYDIS_CATEGORY_CALL:
	case ZYDIS_CATEGORY_RET:
	case ZYDIS_CATEGORY_SYSCALL:
	case ZYDIS_CATEGORY_SYSRET:
	case ZYDIS_CATEGORY_INTERRUPT:
		return PROFILE_CALL;
	case ZYDIS_CATEGORY_COND_BR:
		return PROFILE_BRANCH;
	case ZYDIS_CATEGORY_UNCOND_BR:
		return PROFILE_JUMP;
	case ZYDIS_CATEGORY_NOP:
	case ZYDIS_CATEGORY_WIDENOP:
		return PROFILE_NOP;
	default:
		break;
	}
	if (d->i.mnemonic == ZYDIS_MNEMONIC_ENDBR64)
		return PROFILE_NOP;
	if (is_multiplication(name))
		return PROFILE_MULTIPLY;
	if (is_division(name))
		return PROFILE_DIVIDE;
	kind = access_kind(d, name);
	return kind == PROFILE_OTHER ? register_kind(d, name) : kind;
}

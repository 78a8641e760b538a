#include <ctype.h>
#include <elf.h>
#include <string.h>

#include "code/mnemonic.h"

/* Mnemonics, the first that applies; "*" stands for any end. */
struct row {
	const char *names; /* separated by blanks */
	enum profile_kind kind;
};

static const struct row aarch64[] = {
    {".* udf", PROFILE_UNKNOWN},
    {"bl blr blraa* blrab* ret reta* svc brk", PROFILE_CALL},
    {"b.* bc.* cbz cbnz tbz tbnz", PROFILE_BRANCH},
    {"b br bra*", PROFILE_JUMP},
    {"nop bti paciasp autiasp hint yield", PROFILE_NOP},
    {"mul madd msub mneg smull smulh umull umulh smaddl umaddl smsubl umsubl smnegl umnegl "
     "mla mls fmul fmul* fmadd fmsub fnmadd fnmsub fnmul fmla* fmls* pmul* smlal* umlal* smlsl* "
     "umlsl* sqdmul* sqrdmul* smull* umull* sdot udot",
        PROFILE_MULTIPLY},
    {"sdiv udiv fdiv fsqrt", PROFILE_DIVIDE},
    {"ldadd* ldclr* ldeor* ldset* ldsmax* ldsmin* ldumax* ldumin* swp* cas*", PROFILE_LOAD_OP},
    {"stadd* stclr* steor* stset* stsmax* stsmin* stumax* stumin*", PROFILE_LOAD_OP},
    {"ld*", PROFILE_LOAD},
    {"st stp st1 st2 st3 st4 st*", PROFILE_STORE},
    {"mov movz movk movn mvn fmov movi mvni", PROFILE_MOVE},
    {"*", PROFILE_OTHER},
};

static const struct row riscv[] = {
    {".* unimp", PROFILE_UNKNOWN},
    {"jal jalr call ret ecall ebreak", PROFILE_CALL},
    {"beq* bne* blt* bge* bgt* ble*", PROFILE_BRANCH},
    {"j jr tail", PROFILE_JUMP},
    {"nop", PROFILE_NOP},
    {"mul* fmul* fmadd* fmsub* fnmadd* fnmsub*", PROFILE_MULTIPLY},
    {"div* rem* fdiv* fsqrt*", PROFILE_DIVIDE},
    {"amo*", PROFILE_LOAD_OP},
    {"lb lbu lh lhu lw lwu ld flw fld flh flq lr.*", PROFILE_LOAD},
    {"sb sh sw sd fsw fsd fsh fsq sc.*", PROFILE_STORE},
    {"mv li lui fmv.s fmv.d", PROFILE_MOVE},
    {"v*", PROFILE_VECTOR},
    {"*", PROFILE_OTHER},
};

/* Whether a mnemonic of n bytes is one of the names. */
static bool
is_one_of(const char *names, const char *text, size_t n)
{
	while (*names) {
		size_t length = strcspn(names, " ");
		bool open = names[length - 1] == '*';

		if (open ? n >= length - 1 && !strncmp(names, text, length - 1)
		         : n == length && !strncmp(names, text, n))
			return true;
		names += length + strspn(names + length, " ");
	}
	return false;
}

/* Whether an operand is a whole vector register of AArch64: "v0.16b", "{v0.4s,v1.4s}", and
   "q0". */
static bool
has_vector(const char *text)
{
	const char *s;

	for (s = strpbrk(text, " ,{"); s; s = strpbrk(s + 1, " ,{"))
		if ((s[1] == 'v' || s[1] == 'q') && isdigit((unsigned char)s[2]))
			return true;
	return false;
}

/* Whether fmov moves between floating-point and general registers. */
static bool
crosses(const char *text)
{
	const char *first = strchr(text, ' '), *second = first ? strchr(first, ',') : NULL;

	if (!second || strncmp(text, "fmov", 4) != 0 || second[1] == '#')
		return false;
	return (first[1] == 'x' || first[1] == 'w') != (second[1] == 'x' || second[1] == 'w');
}

enum profile_kind
mnemonic_kind(int machine, const char *text)
{
	const struct row *row = machine == EM_AARCH64 ? aarch64 : riscv;
	size_t n = strcspn(text, " ");

	while (!is_one_of(row->names, text, n))
		row++;
	if (machine == EM_AARCH64 &&
	    ((row->kind == PROFILE_OTHER && has_vector(text)) ||
	        (row->kind == PROFILE_MOVE && (crosses(text) || strstr(text, ".")))))
		return PROFILE_VECTOR;
	return row->kind;
}

/* The base register in "[sp,#8]" and "8(sp)", or NULL. */
static const char *
base_of(int machine, const char *text)
{
	const char *s = strrchr(text, machine == EM_AARCH64 ? '[' : '(');

	return s ? s + 1 : NULL;
}

static bool
begins(const char *s, const char *name)
{
	size_t n = strlen(name);

	return !strncmp(s, name, n) && !isalnum((unsigned char)s[n]);
}

bool
mnemonic_is_frame(int machine, const char *text, bool frame_pointer)
{
	const char *base = base_of(machine, text);

	return base &&
	       (begins(base, "sp") ||
	           (frame_pointer && begins(base, machine == EM_AARCH64 ? "x29" : "s0")));
}

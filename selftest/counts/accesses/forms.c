/* forms: a benchfile with a test for each form of each instruction of x86-64 that Zydis knows, but for jumps, system
   calls, what needs privileges, AVX-512 and 3DNow!. The name of a test tells the operands, in Intel's order, and the
   accesses that an instruction of that form makes:

       [cvtps2pd::x.m64::r1w0]

   m64 is memory of 64 bits, v256 memory at addresses in a vector, x, y, r, s, i registers of vectors (128, 256 bits),
   general and others, and constants. What modifies a location reads it. */
#include <Zydis/Zydis.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { PATTERN = 16, NAME = 128, FORMS = 1 << 14, REPEATS = 3 };

static ZydisDecoder decoder;

struct form {
	ZydisDecodedInstruction i;
	ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
};

static bool
is_among(int value, const int *list)
{
	while (*list >= 0 && *list != value)
		list++;
	return *list >= 0;
}

/* Returns whether it goes on after itself, having changed nothing but registers and memory. */
static bool
can_run(const struct form *f)
{
	static const int others[] = {ZYDIS_CATEGORY_COND_BR, ZYDIS_CATEGORY_UNCOND_BR, ZYDIS_CATEGORY_CALL,
	    ZYDIS_CATEGORY_RET, ZYDIS_CATEGORY_SYSCALL, ZYDIS_CATEGORY_SYSRET, ZYDIS_CATEGORY_INTERRUPT,
	    ZYDIS_CATEGORY_IO, ZYDIS_CATEGORY_IOSTRINGOP, ZYDIS_CATEGORY_SYSTEM, ZYDIS_CATEGORY_VTX,
	    ZYDIS_CATEGORY_RDWRFSGS, ZYDIS_CATEGORY_AMD3DNOW, ZYDIS_CATEGORY_XOP, ZYDIS_CATEGORY_FMA4,
	    ZYDIS_CATEGORY_TBM, ZYDIS_CATEGORY_KMASK, ZYDIS_CATEGORY_KNC, ZYDIS_CATEGORY_KNCMASK,
	    ZYDIS_CATEGORY_KNCSCALAR, ZYDIS_CATEGORY_AVX512, ZYDIS_CATEGORY_AMX_TILE, ZYDIS_CATEGORY_KEYLOCKER,
	    ZYDIS_CATEGORY_KEYLOCKER_WIDE, ZYDIS_CATEGORY_CET, ZYDIS_CATEGORY_MPX, ZYDIS_CATEGORY_SGX,
	    ZYDIS_CATEGORY_UINTR, ZYDIS_CATEGORY_WAITPKG, ZYDIS_CATEGORY_PT, ZYDIS_CATEGORY_ENQCMD,
	    ZYDIS_CATEGORY_MOVDIR, ZYDIS_CATEGORY_SHA, ZYDIS_CATEGORY_GFNI, ZYDIS_CATEGORY_VEX, -1};

	if (f->i.attributes & ZYDIS_ATTRIB_IS_PRIVILEGED || is_among(f->i.meta.category, others))
		return false;
	for (size_t k = 0; k < f->i.operand_count; k++) {
		const ZydisDecodedOperand *o = &f->operands[k];

		if (o->type == ZYDIS_OPERAND_TYPE_MEMORY &&
		    (o->mem.base == ZYDIS_REGISTER_NONE || o->mem.base == ZYDIS_REGISTER_RIP))
			return false;
		if (o->type == ZYDIS_OPERAND_TYPE_REGISTER && o->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE &&
		    ZydisRegisterGetClass(o->reg.value) == ZYDIS_REGCLASS_SEGMENT)
			return false;
	}
	return true;
}

static bool
accesses(const struct form *f, const ZydisDecodedOperand *o)
{
	return o->type == ZYDIS_OPERAND_TYPE_MEMORY && o->mem.type != ZYDIS_MEMOP_TYPE_AGEN &&
	       f->i.meta.category != ZYDIS_CATEGORY_NOP && f->i.meta.category != ZYDIS_CATEGORY_WIDENOP &&
	       f->i.meta.category != ZYDIS_CATEGORY_PREFETCH && f->i.meta.category != ZYDIS_CATEGORY_PREFETCHWT1 &&
	       f->i.mnemonic != ZYDIS_MNEMONIC_CLDEMOTE && f->i.mnemonic != ZYDIS_MNEMONIC_CLFLUSH;
}

/* How many accesses an operand stands for: a gather makes one for each element. */
static unsigned
times(const struct form *f, const ZydisDecodedOperand *o)
{
	if (o->mem.type == ZYDIS_MEMOP_TYPE_VSIB) {
		unsigned index = ZydisRegisterGetWidth(ZYDIS_MACHINE_MODE_LONG_64, o->mem.index) /
		                 (strchr(ZydisMnemonicGetString(f->i.mnemonic) + 2, 'q') &&
		                             strncmp(ZydisMnemonicGetString(f->i.mnemonic), "vgatherd", 8) &&
		                             strncmp(ZydisMnemonicGetString(f->i.mnemonic), "vpgatherd", 9)
		                         ? 64
		                         : 32);
		unsigned values = f->operands[0].size / o->element_size;

		return index < values ? index : values;
	}
	return f->i.attributes & (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE) ? REPEATS : 1;
}

static void
add_operand(char *name, const struct form *f, const ZydisDecodedOperand *o)
{
	char *end = name + strlen(name);

	if (o->type == ZYDIS_OPERAND_TYPE_MEMORY)
		sprintf(end, "%c%u", o->mem.type == ZYDIS_MEMOP_TYPE_VSIB ? 'v' : accesses(f, o) ? 'm' : 'a', o->size);
	else if (o->type != ZYDIS_OPERAND_TYPE_REGISTER)
		strcpy(end, "i");
	else if (ZydisRegisterGetClass(o->reg.value) == ZYDIS_REGCLASS_XMM)
		strcpy(end, "x");
	else if (ZydisRegisterGetClass(o->reg.value) == ZYDIS_REGCLASS_YMM)
		strcpy(end, "y");
	else if (ZydisRegisterGetClass(o->reg.value) == ZYDIS_REGCLASS_MMX)
		strcpy(end, "mmx");
	else if (ZydisRegisterGetClass(o->reg.value) == ZYDIS_REGCLASS_X87)
		strcpy(end, "st");
	else
		sprintf(end, "r%u", o->size);
}

static void
name_form(char *name, const struct form *f)
{
	unsigned reads = 0, writes = 0;

	sprintf(name, "%s%s::",
	    f->i.attributes & ZYDIS_ATTRIB_HAS_LOCK                            ? "lock-"
	    : f->i.attributes & ZYDIS_ATTRIB_HAS_REPNE                         ? "repne-"
	    : f->i.attributes & (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE) ? "rep-"
	                                                                       : "",
	    ZydisMnemonicGetString(f->i.mnemonic));
	for (size_t k = 0; k < f->i.operand_count; k++) {
		const ZydisDecodedOperand *o = &f->operands[k];

		if (o->visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN && !accesses(f, o))
			continue;
		add_operand(name, f, o);
		strcat(name, ".");
		if (!accesses(f, o))
			continue;
		if (o->actions & ZYDIS_OPERAND_ACTION_MASK_READ)
			reads += times(f, o);
		else
			writes += times(f, o);
	}
	name[strlen(name) - 1] = 0;
	sprintf(name + strlen(name), "%s::r%uw%u", name[strlen(name) - 1] == ':' ? ":none" : "", reads, writes);
}

/* Returns true for the first form of that name. */
static bool
is_new(const char *name)
{
	static char names[FORMS][NAME];
	static size_t n;

	for (size_t k = 0; k < n; k++)
		if (!strcmp(names[k], name))
			return false;
	if (n < FORMS)
		strcpy(names[n++], name);
	return true;
}

static void
try(const unsigned char *code)
{
	/* A constant of 1 chooses none of their elements that is in memory. */
	static const int selecting[] = {ZYDIS_MNEMONIC_BLENDPS, ZYDIS_MNEMONIC_DPPD, ZYDIS_MNEMONIC_DPPS,
	    ZYDIS_MNEMONIC_INSERTPS, ZYDIS_MNEMONIC_VDPPD, ZYDIS_MNEMONIC_VDPPS, ZYDIS_MNEMONIC_VINSERTPS,
	    ZYDIS_MNEMONIC_VPERM2F128, ZYDIS_MNEMONIC_VPERM2I128, -1};
	enum { SELECTION = 0x32 };
	struct form f;
	char name[NAME];
	size_t k;

	if (ZYAN_FAILED(ZydisDecoderDecodeFull(&decoder, code, PATTERN, &f.i, f.operands)) ||
	    (f.i.encoding != ZYDIS_INSTRUCTION_ENCODING_LEGACY && f.i.encoding != ZYDIS_INSTRUCTION_ENCODING_VEX) ||
	    !can_run(&f))
		return;
	name_form(name, &f);
	if (!is_new(name))
		return;
	printf("[%s]\ncode = RUN(\"", name);
	for (k = 0; k + 1 < f.i.length; k++)
		printf("%#x,", code[k]);
	printf("%#x", is_among(f.i.mnemonic, selecting) ? SELECTION : code[k]);
	printf("\")\n\n");
}

/* Tries all that a byte ModRM says: memory at rbx, then registers, and at last memory at rbx
   and a vector. The registers are those that the code below prepares. */
static void
try_operands(const unsigned char *begin, size_t n)
{
	static const unsigned char order[] = {0, 1, 2, 3, 4, 5, 6, 7};
	unsigned char code[PATTERN] = {0};

	memcpy(code, begin, n);
	code[n + 1] = 1;
	for (size_t k = 0; k < sizeof order; k++) {
		code[n] = (unsigned char)(order[k] << 3 | 3);
		try(code);
	}
	for (size_t k = 0; k < sizeof order; k++) {
		code[n] = (unsigned char)(0xc0 | order[k] << 3 | 2);
		try(code);
	}
	code[n] = 0x0c;
	code[n + 1] = 0x1b;
	try(code);
}

/* Returns whether the byte is a prefix, or leads to another map. */
static bool
is_other(unsigned map, unsigned byte)
{
	static const unsigned char bytes[] = {
	    0x0f, 0x26, 0x2e, 0x36, 0x3e, 0x62, 0x64, 0x65, 0x66, 0x67, 0xc4, 0xc5, 0xf0, 0xf2, 0xf3};

	if (map == 0)
		return byte >> 4 == 4 || memchr(bytes, (int)byte, sizeof bytes);
	return map == 1 && (byte == 0x0f || byte == 0x38 || byte == 0x3a);
}

static void
try_legacy(unsigned char lock, unsigned char prefix, unsigned char wide)
{
	static const unsigned char maps[][2] = {{0}, {0x0f}, {0x0f, 0x38}, {0x0f, 0x3a}};

	for (unsigned map = 0; map < 4; map++)
		for (unsigned opcode = 0; opcode < 256; opcode++) {
			unsigned char code[PATTERN];
			size_t n = 0;

			if (is_other(map, opcode))
				continue;
			if (lock)
				code[n++] = lock;
			if (prefix)
				code[n++] = prefix;
			if (wide)
				code[n++] = wide;
			if (map)
				code[n++] = maps[map][0];
			if (map > 1)
				code[n++] = maps[map][1];
			code[n++] = (unsigned char)opcode;
			try_operands(code, n);
		}
}

/* The fields of a VEX prefix are inverted: 0x68 has register 2, and 0x78 none. */
static void
try_vex(unsigned map, unsigned opcode)
{
	for (unsigned last = 0; last < 32; last++) {
		unsigned char code[] = {0xc4, (unsigned char)(0xe0 | map),
		    (unsigned char)((last & 1) << 7 | (last & 2) << 1 | last >> 2 >> 1 | (last & 4 ? 0x78 : 0x68)),
		    (unsigned char)opcode};

		try_operands(code, sizeof code);
	}
}

static const char top[] =
    "language = c\n"
    "\n"
    "preamble =\n"
    "	static _Alignas(4096) struct { unsigned state[128]; char rest[7680]; } area = {\n"
    "	    .state = {[0 ... 127] = 0x1fbf}};\n"
    "	static _Alignas(4096) char stack[8192];\n"
    "	#define RUN(bytes) \\\n"
    "		__asm__ volatile(\"mov %%rsp, %%r15; mov %%rbp, %%r14; fninit\\n\" \\\n"
    "			\"lea 4096+%1, %%rsp; lea 2048+%1, %%rbp; lea %0, %%rbx\\n\" \\\n"
    "			\"mov %%rbx, %%rsi; add $1024, %%rsi; lea 2048(%%rbx), %%rdi; mov $3, %%ecx\\n\" \\\n"
    "			\"xor %%eax, %%eax; xor %%edx, %%edx; pxor %%xmm0, %%xmm0\\n\" \\\n"
    "			\"pxor %%xmm1, %%xmm1; pxor %%xmm3, %%xmm3\\n\" \\\n"
    "			\"vpcmpeqd %%ymm2, %%ymm2, %%ymm2\\n\" \\\n"
    "			\"jmp 1f; 1: .byte \" bytes \"; jmp 1f; 1: cld\\n\" \\\n"
    "			\"mov %%r15, %%rsp; mov %%r14, %%rbp; emms; vzeroupper\\n\" \\\n"
    "			: \"+m\"(area), \"+m\"(stack) : : \"rax\", \"rbx\", \"rcx\", \"rdx\", \\\n"
    "			\"rsi\", \"rdi\", \"r14\", \"r15\", \"xmm0\", \"xmm1\", \"xmm2\", \\\n"
    "			\"xmm3\", \"memory\", \"cc\");\n"
    "\n";

int
main(void)
{
	static const unsigned char prefixes[] = {0, 0x66, 0xf3, 0xf2};

	ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
	fputs(top, stdout);
	for (unsigned k = 0; k < 16; k++)
		try_legacy(k & 8 ? 0xf0 : 0, prefixes[k & 3], k & 4 ? 0x48 : 0);
	for (unsigned map = 1; map <= 3; map++)
		for (unsigned opcode = 0; opcode < 256; opcode++)
			try_vex(map, opcode);
	return 0;
}

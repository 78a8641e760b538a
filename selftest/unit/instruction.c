#include "code/instruction.h"
#include "dice.h"
#include "tap.h"

/* A move's source or target in one number: a constant, memory, a register, or from V on a vector register. */
enum { C = -2, M = -1, V = 16 };
enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R12 = 12, R15 = 15 };

/* Made by an assembler. */
static const struct {
	const char *text;
	const char *bytes;
	size_t n;
	enum instruction_kind kind;
	int from, to;
	long number; /* of a jump: its target; of what is on the stack: its place */
} known[] = {
#define CODE(bytes) bytes, sizeof(bytes) - 1
    {"mov $42, %eax", CODE("\xb8\x2a\0\0\0"), INSTRUCTION_MOVE, C, RAX, 0},
    {"mov $1, %r9b", CODE("\x41\xb1\x01"), INSTRUCTION_MOVE, C, R9, 0},
    {"mov $1, %ax", CODE("\x66\xb8\x01\0"), INSTRUCTION_MOVE, C, RAX, 0},
    {"movabs $1, %r12", CODE("\x49\xbc\x01\0\0\0\0\0\0\0"), INSTRUCTION_MOVE, C, R12, 0},
    {"mov $-1, %rax", CODE("\x48\xc7\xc0\xff\xff\xff\xff"), INSTRUCTION_MOVE, C, RAX, 0},
    {"or $-1, %rax", CODE("\x48\x83\xc8\xff"), INSTRUCTION_MOVE, C, RAX, 0},
    {"or $1, %rax", CODE("\x48\x83\xc8\x01"), INSTRUCTION_OTHER, 0, 0, 0},
    {"xor %eax, %eax", CODE("\x31\xc0"), INSTRUCTION_MOVE, C, RAX, 0},
    {"xor %r15, %r15", CODE("\x4d\x31\xff"), INSTRUCTION_MOVE, C, R15, 0},
    {"xor %ecx, %eax", CODE("\x31\xc8"), INSTRUCTION_OTHER, 0, 0, 0},
    {"xor %r8, %rax", CODE("\x4c\x31\xc0"), INSTRUCTION_OTHER, 0, 0, 0},
    {"mov %rsi, %rbx", CODE("\x48\x89\xf3"), INSTRUCTION_MOVE, RSI, RBX, 0},
    {"mov %r8d, %ecx", CODE("\x44\x89\xc1"), INSTRUCTION_MOVE, R8, RCX, 0},
    {"mov %rsi, 8(%rsp)", CODE("\x48\x89\x74\x24\x08"), INSTRUCTION_MOVE, RSI, M, 8},
    {"mov 256(%rsp), %rax", CODE("\x48\x8b\x84\x24\0\x01\0\0"), INSTRUCTION_MOVE, M, RAX, 256},
    {"mov -8(%rsp), %rax", CODE("\x48\x8b\x44\x24\xf8"), INSTRUCTION_MOVE, M, RAX, -8},
    {"mov (%rsp,%rax), %rax", CODE("\x48\x8b\x04\x04"), INSTRUCTION_MOVE, M, RAX, 0},
    {"mov (%rax), %edx", CODE("\x8b\x10"), INSTRUCTION_MOVE, M, RDX, 0},
    {"mov x(%rip), %eax", CODE("\x8b\x05\0\0\0\0"), INSTRUCTION_MOVE, M, RAX, 0},
    {"mov 0x1000, %eax", CODE("\x8b\x04\x25\0\x10\0\0"), INSTRUCTION_MOVE, M, RAX, 0},
    {"movl $1, (%rax)", CODE("\xc7\0\x01\0\0\0"), INSTRUCTION_MOVE, C, M, 0},
    {"movb $1, 4(%rax)", CODE("\xc6\x40\x04\x01"), INSTRUCTION_MOVE, C, M, 0},
    {"movw $1, x(%rip)", CODE("\x66\xc7\x05\0\0\0\0\x01\0"), INSTRUCTION_MOVE, C, M, 0},
    {"lea x(%rip), %rdi", CODE("\x48\x8d\x3d\0\0\0\0"), INSTRUCTION_MOVE, C, RDI, 0},
    {"lea 16(%rsp), %rax", CODE("\x48\x8d\x44\x24\x10"), INSTRUCTION_MOVE, C, RAX, 0},
    {"lea 16(%r12), %rax", CODE("\x49\x8d\x44\x24\x10"), INSTRUCTION_OTHER, 0, 0, 0},
    {"lea 1(%rax), %eax", CODE("\x8d\x40\x01"), INSTRUCTION_OTHER, 0, 0, 0},
    {"lea (%rsp,%rax,4), %rax", CODE("\x48\x8d\x04\x84"), INSTRUCTION_OTHER, 0, 0, 0},
    {"add $1, %eax", CODE("\x83\xc0\x01"), INSTRUCTION_OTHER, 0, 0, 0},
    {"movslq %eax, %rdx", CODE("\x48\x63\xd0"), INSTRUCTION_OTHER, 0, 0, 0},
    {"movzbl %al, %eax", CODE("\x0f\xb6\xc0"), INSTRUCTION_OTHER, 0, 0, 0},
    {"mov %rsi, -16(%rbp)", CODE("\x48\x89\x75\xf0"), INSTRUCTION_MOVE, RSI, M, -16},
    {"mov %rax, 8(%rsp,%rax,8)", CODE("\x48\x89\x44\xc4\x08"), INSTRUCTION_MOVE, RAX, M, 0},
    {"ret", CODE("\xc3"), INSTRUCTION_END, 0, 0, 0},
    {"ud2", CODE("\x0f\x0b"), INSTRUCTION_END, 0, 0, 0},
    {"call", CODE("\xe8\0\0\0\0"), INSTRUCTION_OTHER, 0, 0, 0},
    {"mov %fs:40, %rax", CODE("\x64\x48\x8b\x04\x25\x28\0\0\0"), INSTRUCTION_OTHER, 0, 0, 0},

    {"movaps %xmm1, %xmm0", CODE("\x0f\x28\xc1"), INSTRUCTION_MOVE, V + 1, V, 0},
    {"movaps %xmm9, (%rsp)", CODE("\x44\x0f\x29\x0c\x24"), INSTRUCTION_MOVE, V + 9, M, 0},
    {"movdqa x(%rip), %xmm0", CODE("\x66\x0f\x6f\x05\0\0\0\0"), INSTRUCTION_MOVE, M, V, 0},
    {"movq %mm0, %mm1", CODE("\x0f\x6f\xc8"), INSTRUCTION_OTHER, 0, 0, 0},
    {"movsd x(%rip), %xmm1", CODE("\xf2\x0f\x10\x0d\0\0\0\0"), INSTRUCTION_MOVE, M, V + 1, 0},
    {"movss %xmm0, (%rax)", CODE("\xf3\x0f\x11\0"), INSTRUCTION_MOVE, V, M, 0},
    {"movq %rax, %xmm2", CODE("\x66\x48\x0f\x6e\xd0"), INSTRUCTION_MOVE, RAX, V + 2, 0},
    {"movd %xmm2, %eax", CODE("\x66\x0f\x7e\xd0"), INSTRUCTION_MOVE, V + 2, RAX, 0},
    {"movq %xmm1, %xmm0", CODE("\xf3\x0f\x7e\xc1"), INSTRUCTION_MOVE, V + 1, V, 0},
    {"movq %xmm0, (%rax)", CODE("\x66\x0f\xd6\0"), INSTRUCTION_MOVE, V, M, 0},
    {"pxor %xmm0, %xmm0", CODE("\x66\x0f\xef\xc0"), INSTRUCTION_MOVE, C, V, 0},
    {"pxor %xmm1, %xmm0", CODE("\x66\x0f\xef\xc1"), INSTRUCTION_OTHER, 0, 0, 0},
    {"xorps %xmm8, %xmm8", CODE("\x45\x0f\x57\xc0"), INSTRUCTION_MOVE, C, V + 8, 0},
    {"addsd %xmm1, %xmm0", CODE("\xf2\x0f\x58\xc1"), INSTRUCTION_OTHER, 0, 0, 0},
    {"cvtsi2sd %eax, %xmm0", CODE("\xf2\x0f\x2a\xc0"), INSTRUCTION_OTHER, 0, 0, 0},
    {"vmovsd x(%rip), %xmm0", CODE("\xc5\xfb\x10\x05\0\0\0\0"), INSTRUCTION_MOVE, M, V, 0},
    {"vmovaps %ymm1, %ymm0", CODE("\xc5\xfc\x28\xc1"), INSTRUCTION_MOVE, V + 1, V, 0},
    {"vmovdqa %ymm8, (%rsp)", CODE("\xc5\x7d\x7f\x04\x24"), INSTRUCTION_MOVE, V + 8, M, 0},
    {"vmovq %r8, %xmm0", CODE("\xc4\xc1\xf9\x6e\xc0"), INSTRUCTION_MOVE, R8, V, 0},
    {"vpxor %xmm0, %xmm0, %xmm0", CODE("\xc5\xf9\xef\xc0"), INSTRUCTION_MOVE, C, V, 0},
    {"vpxor %xmm1, %xmm0, %xmm0", CODE("\xc5\xf9\xef\xc1"), INSTRUCTION_OTHER, 0, 0, 0},
    {"vpshufb %xmm0, %xmm0, %xmm0", CODE("\xc4\xe2\x79\x00\xc0"), INSTRUCTION_OTHER, 0, 0, 0},

    {"nop", CODE("\x90"), INSTRUCTION_OTHER, 0, 0, 0},
    {"pause", CODE("\xf3\x90"), INSTRUCTION_OTHER, 0, 0, 0},
    {"xchg %ax, %ax", CODE("\x66\x90"), INSTRUCTION_NOP, 0, 0, 0},
    {"nopl 0(%rax)", CODE("\x0f\x1f\x40\0"), INSTRUCTION_NOP, 0, 0, 0},
    {"cs nopw 0(%rax,%rax)", CODE("\x66\x2e\x0f\x1f\x84\0\0\0\0\0"), INSTRUCTION_NOP, 0, 0, 0},
    {"endbr64", CODE("\xf3\x0f\x1e\xfa"), INSTRUCTION_LANDING, 0, 0, 0},

    {"jmp .+2", CODE("\xeb\0"), INSTRUCTION_JUMP, 0, 0, 2},
    {"jmp .-126", CODE("\xeb\x80"), INSTRUCTION_JUMP, 0, 0, -126},
    {"jmp .-256", CODE("\xe9\xfb\xfe\xff\xff"), INSTRUCTION_JUMP, 0, 0, -256},
    {"je .+10", CODE("\x74\x08"), INSTRUCTION_BRANCH, 0, 0, 10},
    {"jne .+262", CODE("\x0f\x85\0\x01\0\0"), INSTRUCTION_BRANCH, 0, 0, 262},
    {"jb .+10", CODE("\x72\x08"), INSTRUCTION_BRANCH, 0, 0, 10},
    {"jmp *%rax", CODE("\xff\xe0"), INSTRUCTION_COMPUTED, 0, 0, 0},
    {"jmp *0(,%rax,8)", CODE("\xff\x24\xc5\0\0\0\0"), INSTRUCTION_COMPUTED, 0, 0, 0},
    {"jmp *16(%rax), a last call", CODE("\xff\x60\x10"), INSTRUCTION_END, 0, 0, 0},
    {"call *%rax", CODE("\xff\xd0"), INSTRUCTION_OTHER, 0, 0, 0},
    {"test %rsi, %rsi", CODE("\x48\x85\xf6"), INSTRUCTION_TEST, RSI, 0, 0},
    {"test %r12, %r12", CODE("\x4d\x85\xe4"), INSTRUCTION_TEST, R12, 0, 0},
    {"test %esi, %esi", CODE("\x85\xf6"), INSTRUCTION_OTHER, 0, 0, 0},
    {"test %rsi, %rdi", CODE("\x48\x85\xf7"), INSTRUCTION_OTHER, 0, 0, 0},
    {"cmpq $0, 24(%rsp)", CODE("\x48\x83\x7c\x24\x18\0"), INSTRUCTION_TEST, M, 0, 24},
    {"cmp $0, %rax", CODE("\x48\x83\xf8\0"), INSTRUCTION_TEST, RAX, 0, 0},
    {"cmp $1, %rax", CODE("\x48\x83\xf8\x01"), INSTRUCTION_OTHER, 0, 0, 0},
    {"cmpq $1, 24(%rsp)", CODE("\x48\x83\x7c\x24\x18\x01"), INSTRUCTION_OTHER, 0, 0, 0},
};

static int
number_of(const struct operand *o)
{
	switch (o->kind) {
	case OPERAND_NONE:
		return 0;
	case OPERAND_CONSTANT:
		return C;
	case OPERAND_REGISTER:
		return o->number;
	case OPERAND_VECTOR:
		return V + o->number;
	default:
		return M;
	}
}

static bool
is_known(const struct instruction *got, size_t i)
{
	const struct operand *memory = number_of(&got->from) == M ? &got->from : &got->to;
	int frame = !strncmp(known[i].text, "lea", 3) ? -1
	            : strstr(known[i].text, "(%rsp)") ? RSP
	            : strstr(known[i].text, "(%rbp)") ? RBP
	                                              : -1;

	if (got->kind != known[i].kind || got->length != known[i].n)
		return false;
	switch (got->kind) {
	case INSTRUCTION_JUMP:
	case INSTRUCTION_BRANCH:
		return got->target == known[i].number;
	case INSTRUCTION_TEST:
	case INSTRUCTION_MOVE:
		return number_of(&got->from) == known[i].from && number_of(&got->to) == known[i].to &&
		       memory->distance == known[i].number &&
		       frame == (memory->kind == OPERAND_FRAME ? memory->number : -1);
	default:
		return true;
	}
}

static void
test_known(void)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		const unsigned char *s = (const unsigned char *)known[i].bytes;
		struct instruction got = instruction_read(s, known[i].n);
		bool refused = true;

		ok(is_known(&got, i), "%s", known[i].text);
		for (size_t n = 0; n < known[i].n; n++)
			refused &= !instruction_read(s, n).length;
		ok(refused, "%s, cut off", known[i].text);
	}
}

/* Whatever the bytes are, an instruction is no longer than they. */
static void
test_any(void)
{
	unsigned char bytes[20];
	bool fits = true;

	for (size_t i = 0; i < 200000; i++) {
		for (size_t k = 0; k < sizeof bytes; k++)
			bytes[k] = (unsigned char)dice(256);
		fits &= instruction_read(bytes, i % sizeof bytes).length <= i % sizeof bytes;
	}
	ok(fits, "no instruction is longer than what is left");
}

/* Reads the instruction, which is followed by another one. */
static struct instruction
read_one(const char *bytes, size_t n)
{
	unsigned char padded[32];

	memset(padded, 0xcc, sizeof padded);
	memcpy(padded, bytes, n);
	return instruction_read(padded, sizeof padded);
}

#define READ(bytes) read_one(bytes, sizeof(bytes) - 1)

static void
length_is(const char *bytes, size_t n, const char *name)
{
	struct instruction d = read_one(bytes, n);

	if (!ok(d.length == n, "%s has %zu bytes", name, n))
		printf("# not %zu\n", d.length);
}

#define LENGTH(bytes, name) length_is(bytes, sizeof(bytes) - 1, name)

/* Instructions in the text that objdump shows. */
static void
test_length(void)
{
	LENGTH("\x66\x66\x2e\x0f\x1f\x84\x00\x00\x00\x00\x00", "data16 cs nopw");
	LENGTH("\x66\x48\x8d\x3d\x00\x00\x00\x00", "data16 lea");
	LENGTH("\x66\x81\xba\xfc\x00\x00\x00\xd8\x00", "cmpw $0xd8, 0xfc(%rdx)");
	LENGTH("\x42\x8b\x04\xad\x00\x00\x00\x00", "mov 0(,%r13,4), %eax");
	LENGTH("\xf6\x45\x00\x01", "testb $1, 0(%rbp)");
	LENGTH("\xf6\xd8", "neg %al");
	LENGTH("\x66\xf7\xc1\x01\x00", "test $1, %cx");
	LENGTH("\xa0\x00\x00\x00\x00\x00\x00\x00\x00", "movabs 0, %al");
	LENGTH("\xc8\x10\x00\x00", "enter");
	LENGTH("\xf0\x0f\xb1\x31", "lock cmpxchg");
	LENGTH("\xf3\x48\xab", "rep stos");
	LENGTH("\x0f\xba\xe0\x05", "bt $5, %eax");
	LENGTH("\x66\x0f\x3a\x0f\xc1\x08", "palignr");
	LENGTH("\xf2\x0f\x38\xf1\xc1", "crc32l");
	LENGTH("\xc5\xf9\x6f\x05\x00\x00\x00\x00", "vmovdqa");
	LENGTH("\xc5\xf8\x77", "vzeroupper");
	LENGTH("\xc4\xe3\x7d\x19\xc1\x01", "vextractf128");
	LENGTH("\xc4\xe2\xa0\xf3\xd2", "blsmsk");
	LENGTH("\x62\xf1\x7c\x48\x10\x44\x24\x01", "vmovups with a byte of distance");
	LENGTH("\x62\xf3\x75\x48\x25\xc2\xff", "vpternlogd");
	LENGTH("\xdb\x6c\x24\x20", "fldt");
	ok(!READ("\x06").length && !READ("\xd6").length, "invalid bytes have no length");
	ok(!READ("\x66\x66\x66\x66\x66\x66\x66\x66\x66\x66\x66\x66\x66\x66\x66\x90").length,
	    "nor one that is too long");
}

static void
test_flow(void)
{
	struct instruction d = READ("\x0f\x84\x10\x00\x00\x00");

	ok(d.kind == INSTRUCTION_BRANCH && d.if_zero && d.target == 0x16 && d.target_at == 2, "je of 32 bits");
	d = READ("\x75\xfe");
	ok(d.kind == INSTRUCTION_BRANCH && d.if_not_zero && d.target == 0, "jne back");
	d = READ("\x7f\x08");
	ok(d.kind == INSTRUCTION_BRANCH && !d.if_zero && !d.if_not_zero, "jg");
	ok(READ("\x89\xc3").bits == 32, "a move of 32 bits");
	ok(READ("\xf2\x0f\x10\x0d\0\0\0\0").relative_at == 4, "a load relative to itself");
	ok(READ("\xf2\x0f\x10\x4d\x08").relative_at == 0, "a load from elsewhere");
}

static void
test_writes(void)
{
	ok(READ("\x48\x85\xed").writes == 0, "a test writes nothing");
	ok(READ("\xc1\xe9\x08").writes == 1u << 1, "shr $8, %%ecx");
	ok(READ("\x0f\x29\x2b").writes == 0, "a vector's register is another one");
	ok(READ("\xc4\xc1\xf9\x7e\xcf").writes == 1u << 15, "vmovq %%xmm1, %%r15: not the general register 1");
	ok(READ("\xf3\x0f\x7e\x1d\x00\x00\x00\x00").writes == 0, "movq x(%%rip), %%xmm3: not the general register 3");
	ok(READ("\x89\xc3").writes == 1u << 3, "mov %%eax, %%ebx: only the target");
	ok(READ("\xb4\x01").writes == 1u << 0, "mov $1, %%ah: a part of rax");
	ok(READ("\xf3\x48\xab").writes == (1u << 7 | 1u << 1), "stos");
	ok(READ("\x49\xbd\x00\x00\x00\x00\x00\x00\x00\x00").writes == 1u << 13, "movabs to r13");
	ok(READ("\x48\x8b\x43\x08").keeps_zero_flag && !READ("\x48\x83\xc0\x08").keeps_zero_flag,
	    "a load keeps the flag, a sum does not");
}

/* Accesses of each, as both tools of valgrind count them. */
static void
test_updates(void)
{
	ok(READ("\x83\x06\x01").updates, "addl $1,(%%rsi)");
	ok(READ("\x87\x06").updates, "xchgl %%eax,(%%rsi)");
	ok(READ("\xf0\x0f\xb1\x0e").updates, "lock cmpxchgl %%ecx,(%%rsi)");
	ok(READ("\x48\x0f\xc7\x0e").updates, "cmpxchg16b (%%rsi)");
	ok(READ("\x0f\xc1\x0e").updates, "xaddl %%ecx,(%%rsi)");
	ok(READ("\xd3\x3e").updates, "sarl %%cl,(%%rsi)");
	ok(READ("\x0f\xa4\x06\x03").updates, "shldl $3,%%eax,(%%rsi)");
	ok(READ("\x48\x0f\xba\x2e\x05").updates, "btsq $5,(%%rsi)");
	ok(READ("\x48\x0f\xab\xca").updates, "btsq %%rcx,%%rdx");
	ok(!READ("\x48\x0f\xba\xea\x05").updates, "not btsq $5,%%rdx");
	ok(!READ("\x48\x0f\xa3\xca").updates, "nor btq %%rcx,%%rdx");
	ok(READ("\x66\x0f\xf7\xc8").updates, "maskmovdqu %%xmm0,%%xmm1");
	ok(READ("\x0f\xae\x26").updates && !READ("\x0f\xae\x06").updates, "xsave, not fxsave");
	ok(!READ("\x01\xc0").updates, "not addl %%eax,%%eax");
	ok(!READ("\x89\x06").updates && !READ("\x3a\x06").updates, "nor a store, a comparison");
	ok(!READ("\xff\x36").updates && !READ("\x8f\x06").updates, "nor pushq and popq");
	ok(!READ("\xa4").updates && !READ("\xf3\x48\xab").updates, "nor movsb and rep stosq");
	ok(!READ("\x0f\x94\x06").updates, "nor sete (%%rsi)");
}

int
main(void)
{
	test_known();
	test_any();
	test_length();
	test_flow();
	test_writes();
	test_updates();
	return tap_done();
}

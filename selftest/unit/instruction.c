#include <stdint.h>

#include "code/instruction.h"
#include "tap.h"

enum { C = INSTRUCTION_CONSTANT, M = INSTRUCTION_MEMORY, V = INSTRUCTION_VECTORS };
enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R12 = 12, R15 = 15 };

/* As an assembler makes them. */
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
    {"ret", CODE("\xc3"), INSTRUCTION_OTHER, 0, 0, 0},
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
    {"endbr64", CODE("\xf3\x0f\x1e\xfa"), INSTRUCTION_NOP, 0, 0, 0},

    {"jmp .+2", CODE("\xeb\0"), INSTRUCTION_JUMP, 0, 0, 2},
    {"jmp .-126", CODE("\xeb\x80"), INSTRUCTION_JUMP, 0, 0, -126},
    {"jmp .-256", CODE("\xe9\xfb\xfe\xff\xff"), INSTRUCTION_JUMP, 0, 0, -256},
    {"je .+10", CODE("\x74\x08"), INSTRUCTION_BRANCH, 0, 0, 10},
    {"jne .+262", CODE("\x0f\x85\0\x01\0\0"), INSTRUCTION_BRANCH, 0, 0, 262},
    {"jb .+10", CODE("\x72\x08"), INSTRUCTION_OTHER, 0, 0, 0},
    {"jmp *%rax", CODE("\xff\xe0"), INSTRUCTION_OTHER, 0, 0, 0},
    {"test %rsi, %rsi", CODE("\x48\x85\xf6"), INSTRUCTION_TEST, RSI, 0, 0},
    {"test %r12, %r12", CODE("\x4d\x85\xe4"), INSTRUCTION_TEST, R12, 0, 0},
    {"test %esi, %esi", CODE("\x85\xf6"), INSTRUCTION_OTHER, 0, 0, 0},
    {"test %rsi, %rdi", CODE("\x48\x85\xf7"), INSTRUCTION_OTHER, 0, 0, 0},
    {"cmpq $0, 24(%rsp)", CODE("\x48\x83\x7c\x24\x18\0"), INSTRUCTION_TEST, M, 0, 24},
    {"cmpq $1, 24(%rsp)", CODE("\x48\x83\x7c\x24\x18\x01"), INSTRUCTION_OTHER, 0, 0, 0},
};

static bool
is_known(const struct instruction *got, size_t i)
{
	if (got->kind != known[i].kind)
		return false;
	if (got->kind == INSTRUCTION_OTHER)
		return !got->length;
	if (got->length != known[i].n)
		return false;
	switch (got->kind) {
	case INSTRUCTION_JUMP:
	case INSTRUCTION_BRANCH:
		return got->target == known[i].number;
	case INSTRUCTION_TEST:
	case INSTRUCTION_MOVE:
		return got->from == known[i].from && got->to == known[i].to &&
		       got->slot == known[i].number &&
		       got->on_stack == (strstr(known[i].text, "(%rsp)") &&
		                            strncmp(known[i].text, "lea", 3));
	default:
		return true;
	}
}

static void
test_known(void)
{
	size_t i, n;

	for (i = 0; i < sizeof known / sizeof *known; i++) {
		const unsigned char *s = (const unsigned char *)known[i].bytes;
		struct instruction got = instruction_read(s, known[i].n);
		bool refused = true;

		ok(is_known(&got, i), "%s", known[i].text);
		for (n = 0; n < known[i].n; n++)
			refused &= !instruction_read(s, n).length;
		ok(refused, "%s, cut off", known[i].text);
	}
}

static void
test_relative(void)
{
	static const unsigned char load[] = {0xf2, 0x0f, 0x10, 0x0d, 0, 0, 0, 0};
	static const unsigned char frame[] = {0xf2, 0x0f, 0x10, 0x4d, 8};

	ok(instruction_read(load, sizeof load).relative == 4, "a load relative to itself");
	ok(instruction_read(frame, sizeof frame).relative == 0, "a load from elsewhere");
}

/* Whatever the bytes are, an instruction is no longer than they. */
static void
test_any(void)
{
	unsigned char bytes[20];
	uint64_t random = 1;
	bool fits = true;
	size_t i, k;

	for (i = 0; i < 200000; i++) {
		for (k = 0; k < sizeof bytes; k++) {
			random = random * 6364136223846793005u + 1442695040888963407u;
			bytes[k] = (unsigned char)(random >> 56);
		}
		fits &= instruction_read(bytes, i % sizeof bytes).length <= i % sizeof bytes;
	}
	ok(fits, "no instruction is longer than what is left");
}

int
main(void)
{
	test_known();
	test_relative();
	test_any();
	return tap_done();
}

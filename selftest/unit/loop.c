#include <stdint.h>

#include "code/loop.h"
#include "scratch.h"
#include "tap.h"
#include "util/file.h"
#include "util/text.h"

#define SYMBOL "cgbenchtest00000007"

enum { UNKNOWN = -1, MOST = 8 };

/* A test's function, in assembly: the loop jumps over the snippet unless rsi is 1. */
static const struct {
	const char *name, *code;
	int size;          /* or UNKNOWN */
	int empty, folded; /* the count for which the snippet is that, or UNKNOWN */
} loops[] = {
#define LOOP(snippet) "1: test %rsi, %rsi; je 2f; " snippet "; 2: dec %rdi; jne 1b; ret"
    {"work", LOOP("imul %eax, %eax"), 3, UNKNOWN, UNKNOWN},
    {"nothing", LOOP(""), 0, 0, UNKNOWN},
    {"padding", LOOP("nopl (%rax); xchg %ax, %ax"), 0, 2, UNKNOWN},
    {"a landing for a jump", LOOP("endbr64"), 4, 1, UNKNOWN},
    {"moves", LOOP("mov $1, %eax; movl $2, x(%rip)"), 15, UNKNOWN, 2},
    {"moves and a jump", LOOP("mov $1, %eax; jmp 2f"), 7, UNKNOWN, 2},
    {"a load of what may change", LOOP("mov x(%rip), %eax"), 6, UNKNOWN, UNKNOWN},
    {"a load of a constant", LOOP("mov y(%rip), %eax"), 6, UNKNOWN, 1},
    {"a load of an address", LOOP("mov z@GOTPCREL(%rip), %rax"), 7, UNKNOWN, 1},
    {"a store of what may change", LOOP("mov %rdx, x(%rip)"), 7, UNKNOWN, UNKNOWN},
    {"a store of a wide constant", LOOP("movabs $-1, %rax; mov %rax, x(%rip)"), 17, UNKNOWN, 2},
#define CALLS(body) \
	LOOP("mov $8, %edi; call f") \
	"; .section .text.f, \"ax\"; .type f, @function; f: " body "; .size f, . - f; .text"
    {"a call of what returns a constant", CALLS("mov $40320, %eax; ret"), 10, UNKNOWN, 4},
    {"with a landing", CALLS("endbr64; xor %eax, %eax; mov $40320, %eax; ret"), 10, UNKNOWN, 6},
    {"a call of what returns its argument", CALLS("mov %edi, %eax; ret"), 10, UNKNOWN, UNKNOWN},
    {"a call of what stores a constant", CALLS("movl $1, x(%rip); mov $1, %eax; ret"), 10, UNKNOWN, UNKNOWN},
    {"a call of nothing", CALLS("nop; ret"), 10, UNKNOWN, UNKNOWN},
    {"a call of what computes", CALLS("mov $8, %eax; imul %edi, %eax; ret"), 10, UNKNOWN, UNKNOWN},
    {"a call of what calls", CALLS("mov $8, %eax; jmp g"), 10, UNKNOWN, UNKNOWN},
    {"a call of what goes on", CALLS("mov $8, %eax"), 10, UNKNOWN, UNKNOWN},
    {"a call by an address", LOOP("call *%rax"), 2, UNKNOWN, UNKNOWN},
#undef CALLS
#undef LOOP
    {"code behind the loop", "1: test %rsi, %rsi; jne 3f; 2: dec %rdi; jne 1b; ret; 3: mov $1, %eax; jmp 2b", 7,
        UNKNOWN, 2},
    {"code in a part of its own",
        "1: test %rsi, %rsi; jne " SYMBOL ".cold; 2: dec %rdi; jne 1b; ret; "
        ".section .text.unlikely, \"ax\"; .type " SYMBOL ".cold, @function; " SYMBOL
        ".cold: imul %eax, %eax; jmp 2b; .size " SYMBOL ".cold, . - " SYMBOL ".cold; .text",
        8, UNKNOWN, UNKNOWN},
    {"the argument in another register",
        "mov %rsi, %rbx; xor %esi, %esi; 1: test %rbx, %rbx; je 2f; mov $1, %eax; 2: dec %rdi; jne 1b; ret", 5, UNKNOWN,
        1},
    {"the argument on the stack",
        "mov %rsi, 8(%rsp); xor %esi, %esi; 1: cmpq $0, 8(%rsp); mov %rdi, %rdx; je 2f; "
        "mov $1, %eax; 2: dec %rdi; jne 1b; ret",
        5, UNKNOWN, 1},
    {"unoptimised code",
        "mov %rsi, -8(%rbp); 1: cmpq $0, -8(%rbp); je 2f; movl $1, -12(%rbp); 2: dec %rdi; jne 1b; ret", 7, UNKNOWN,
        UNKNOWN},
    {"an argument that is overwritten",
        "xor %esi, %esi; 1: test %rsi, %rsi; je 2f; mov $1, %eax; 2: dec %rdi; jne 1b; ret", UNKNOWN, UNKNOWN, UNKNOWN},
    {"flags of something else", "1: test %rsi, %rsi; dec %rax; je 2f; mov $1, %eax; 2: dec %rdi; jne 1b; ret", UNKNOWN,
        UNKNOWN, UNKNOWN},
    {"a jump to one of several places", "1: test %rsi, %rsi; je 2f; mov $1, %eax; 2: dec %rdi; jne 1b; jmp *%rax",
        UNKNOWN, UNKNOWN, 1},
};

static bool
assemble(const char *code)
{
	OWNED char *source = text_print(".globl " SYMBOL "; .type " SYMBOL ", @function\n" SYMBOL ": %s\n.size " SYMBOL
	                                ", . - " SYMBOL "\n.data\nx: .quad 0\n.section .rodata\ny: .long 0\n",
	    code);
	bool done = file_write("test.s", source, strlen(source)) && !system("as -o test.o test.s");

	return done;
}

static void
test_loop(size_t i)
{
	struct loop *loop;
	uint64_t size;
	int empty = UNKNOWN, folded = UNKNOWN;

	if (!assemble(loops[i].code))
		abort();
	loop = loop_find("test.o", SYMBOL);
	ok((loop_size(loop, &size) ? (int)size : UNKNOWN) == loops[i].size, "%s: its size", loops[i].name);
	for (int n = 0; n < MOST; n++) {
		enum loop_content content = loop_content(loop, (uint64_t)n);

		empty = content == LOOP_NOTHING ? n : empty;
		folded = content == LOOP_MOVES ? n : folded;
	}
	ok(empty == loops[i].empty, "%s: whether it is empty", loops[i].name);
	ok(folded == loops[i].folded, "%s: whether it is folded", loops[i].name);
	loop_free(loop);
}

static void
test_unknown(void)
{
	struct loop *loop = loop_find("no/such/file.o", SYMBOL);
	uint64_t size;

	ok(!loop_size(loop, &size) && loop_content(loop, 0) == LOOP_WORK, "no file");
	loop_free(loop);
	loop = loop_find("test.o", "othertest");
	ok(!loop_size(loop, &size) && loop_content(loop, 0) == LOOP_WORK, "no such function");
	loop_free(loop);
	loop_free(NULL);
}

int
main(void)
{
	scratch_enter();
	for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
		test_loop(i);
	test_unknown();
	scratch_leave();
	return tap_done();
}

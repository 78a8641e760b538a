#include <stdint.h>

#include "code/loop.h"
#include "scratch.h"
#include "tap.h"
#include "util/file.h"

#define SYMBOL "cgbenchtest00000007"

enum { UNKNOWN = -1, INEXACT = 99, MOST = 10 };

/* A test's function, in assembly: the loop jumps over the snippet unless rsi is 1. */
static const struct {
	const char *name, *code;
	int size;          /* or UNKNOWN */
	int empty, folded; /* the count for which the snippet is that, or UNKNOWN */
} loops[] = {
#define LOOP(snippet) "1: test %rsi, %rsi; je 2f; " snippet "; 2: dec %rdi; jne 1b; ret"
    {"work", LOOP("imul %eax, %eax"), 3, UNKNOWN, UNKNOWN},
    {"nothing", LOOP(""), 0, 0, UNKNOWN},
    {"nops", LOOP("nop; nop"), 2, UNKNOWN, UNKNOWN},
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
    {"a call of what loads a constant", CALLS("movss y(%rip), %xmm0; ret"), 10, UNKNOWN, 4},
    {"a call of what calls that",
        CALLS("sub $8, %rsp; call h; add $8, %rsp; ret; .type h, @function; h: mov $1, %eax; ret; "
              ".size h, . - h"),
        10, UNKNOWN, 8},
    {"a call of what jumps to that", CALLS("jmp h; .type h, @function; h: mov $1, %eax; ret; .size h, . - h"), 10,
        UNKNOWN, 5},
    {"a call of what returns its argument", CALLS("mov %edi, %eax; ret"), 10, UNKNOWN, UNKNOWN},
    {"a call of what stores a constant", CALLS("movl $1, x(%rip); mov $1, %eax; ret"), 10, UNKNOWN, UNKNOWN},
    {"a call of nothing", CALLS("nop; ret"), 10, UNKNOWN, UNKNOWN},
    {"a call of what computes", CALLS("mov $8, %eax; imul %edi, %eax; ret"), 10, UNKNOWN, UNKNOWN},
    {"a call of what calls", CALLS("mov $8, %eax; jmp g"), 10, UNKNOWN, UNKNOWN},
    {"a call of what goes on", CALLS("mov $8, %eax"), 10, UNKNOWN, UNKNOWN},
    {"a call by an address", LOOP("call *%rax"), 2, UNKNOWN, UNKNOWN},
#undef CALLS
#undef LOOP
    {"moves, and the end of the loop twice",
        "1: test %rsi, %rsi; je 2f; 3: mov $1, %eax; dec %rdi; je 4f; test %rsi, %rsi; jne 3b; 2: dec %rdi; jne 1b; 4: ret",
        15, UNKNOWN, 1},
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

/* Adds the instructions of the loop that each iteration may execute beside the snippet. */
static const struct {
	const char *name, *code;
	size_t most;
	long more;    /* if that is exact, or INEXACT */
	size_t count; /* of an iteration; 0: not known */
} extras[] = {
#define LOOP(before, snippet, behind) \
	"1: " before "; test %rsi, %rsi; je 2f; " snippet "; 2: " behind "; dec %rdi; jne 1b; ret"
    {"nops", LOOP("", "nop; nop", ""), 0, 0, 0},
    {"a move to what nobody reads", LOOP("", "mov %rcx, %rax", ""), 0, 0, 0},
    {"a move to what is set before it is read", LOOP("", "mov %rcx, %rax", "xor %eax, %eax; add %eax, x(%rip)"), 0, 0,
        0},
    {"a copy of what the loop has", LOOP("", "nop; mov %rcx, %rax", "add %rax, x(%rip)"), 2, INEXACT, 0},
    {"a copy that the next iteration reads", LOOP("add %rax, x(%rip)", "nop; mov %rcx, %rax", ""), 2, INEXACT, 0},
    {"a move to what only padding names", LOOP("", "nop; mov %rcx, %rax", "nopw 8(%rax, %rax)"), 0, 0, 0},
    {"a copy of a vector", LOOP("", "nop; movaps %xmm1, %xmm0", "movaps %xmm0, -24(%rsp)"), 2, INEXACT, 0},
    {"a constant again", LOOP("", "call f; mov $1, %eax", "add %rax, x(%rip)"), 2, INEXACT, 0},
    {"a constant for a variable", LOOP("", "call f; mov $1, %ebx", "add %rbx, x(%rip)"), 0, 0, 0},
    {"the stack pointer", LOOP("", "lea -128(%rsp), %rsp; lea 128(%rsp), %rsp", "push %rax; pop %rax"), 0, 0, 0},
    {"a result", LOOP("", "imul %ecx, %eax", "add %rax, x(%rip)"), 0, 0, 0},
    {"a result that is moved", LOOP("", "imul %ecx, %edx; mov %edx, %eax", "add %rax, x(%rip)"), 0, 0, 0},
    {"the result of a call", LOOP("", "call f; mov %rax, %rbx", "add %rbx, x(%rip)"), 0, 0, 0},
    {"a saved register", LOOP("", "mov %rcx, -8(%rsp); call f; mov -8(%rsp), %rcx", "add %rcx, x(%rip)"), 2, INEXACT,
        0},
    {"a result that is saved",
        LOOP("", "imul %ecx, %ecx; mov %rcx, -8(%rsp); call f; mov -8(%rsp), %rcx", "add %rcx, x(%rip)"), 0, 0, 0},
    {"padding", LOOP("", "nop; nopl (%rax)", ""), 1, INEXACT, 0},
    {"padding that ends in one byte", LOOP("", "nop; nopl (%rax); nop", ""), 1, INEXACT, 0},
    {"padding in the snippet", LOOP("", "nopl (%rax); nop; imul %eax, %eax", ""), 0, 0, 0},
    {"padding at one of two exits", LOOP("", "test %eax, %eax; je 2f; nopl (%rax)", ""), 0, INEXACT, 0},
    {"a jump over some of the snippet", LOOP("", "test %eax, %eax; je 3f; inc %eax; jmp 2f; 3: inc %ecx", ""), 0, 0, 0},
#undef LOOP
    {"one-byte padding where all labels are aligned",
        ".balign 16; 1: test %rsi, %rsi; je 2f; .fill 10, 1, 0x90; "
        ".balign 16, 0x90; 2: dec %rdi; jne 1b; test %rdx, %rdx; je 4f; inc %rdx; .balign 16; 4: ret",
        1, INEXACT, 0},
    {"a snippet elsewhere", "1: test %rsi, %rsi; jne 3f; 2: dec %rdi; jne 1b; ret; 3: imul %eax, %eax; jmp 2b", 1, 1,
        0},
    {"a jump without it", "1: test %rsi, %rsi; je 3f; imul %eax, %eax; 2: dec %rdi; jne 1b; ret; 3: jmp 2b", 1, -1, 0},
    {"jumps with it and without it",
        "1: test %rsi, %rsi; je 3f; imul %eax, %eax; jmp 2f; 3: jmp 2f; nop; 2: dec %rdi; jne 1b; ret", 0, 0, 0},
    {"a jump to the snippet",
        "1: test %eax, %eax; js 4f; test %rsi, %rsi; je 2f; 3: imul %eax, %eax; 2: dec %rdi; jne 1b; ret; "
        "4: test %rsi, %rsi; je 2b; jmp 3b",
        1, INEXACT, 0},
    {"a jump that is the snippet's own",
        "1: test %rsi, %rsi; je 2f; jmp 4f; 3: inc %eax; 4: dec %ecx; js 3b; "
        "2: dec %rdi; jne 1b; ret",
        0, 0, 0},
#define CALLED(body) "; .section .text.f, \"ax\"; .type f, @function; f: " body "; .size f, . - f; .text"
    {"the argument where a call leaves it",
        "mov %rsi, %rax; call f; 1: test %rax, %rax; je 2f; mov %rcx, %rsi; 2: mov %rsi, x(%rip); dec %rdi; "
        "jne 1b; ret" CALLED("mulsd %xmm1, %xmm0; ret"),
        2, INEXACT, 0},
    {"the argument where a call saves it",
        "mov %rsi, %rbx; call f; 1: test %rbx, %rbx; je 2f; mov %rcx, %rsi; 2: mov %rsi, x(%rip); dec %rdi; "
        "jne 1b; ret" CALLED("push %rbx; mov %rdi, %rbx; pop %rbx; ret"),
        2, INEXACT, 0},
    {"the argument where a call changes it",
        "mov %rsi, %rax; call f; 1: test %rax, %rax; je 2f; mov %rcx, %rsi; 2: mov %rsi, x(%rip); dec %rdi; "
        "jne 1b; ret" CALLED("cvtsd2si %xmm0, %rax; ret"),
        0, 0, 0},
    {"what a call reads behind the end",
        "1: test %rsi, %rsi; jne 3f; call f; sub $1, %rdi; jne 1b; ret; "
        "3: movsd %xmm0, 8(%rsp); call g; movsd 8(%rsp), %xmm0; call f; sub $1, %rdi; jne 1b; ret" CALLED(
            "mulsd %xmm0, %xmm0; ret"),
        2, INEXACT, 0},
#undef CALLED
    {"rare code elsewhere",
        "1: test %rsi, %rsi; je 2f; test %eax, %eax; js 3f; inc %eax; 2: dec %rdi; jne 1b; ret; "
        "3: neg %eax; jmp 2b",
        0, 0, 0},
    {"the end of the loop twice, alike",
        "1: test %rsi, %rsi; jne 3f; sub $1, %rdi; jne 1b; ret; 3: nop; sub $1, %rdi; jne 1b; ret", 0, 0, 0},
    {"with the inverse condition",
        "1: test %rsi, %rsi; jne 3f; sub $1, %rdi; jne 1b; ret; "
        "3: nop; sub $1, %rdi; je 4f; jmp 1b; 4: ret",
        1, 1, 0},
    {"the end of the loop twice, unlike",
        "1: test %rsi, %rsi; jne 3f; sub $1, %rdi; jne 1b; ret; 3: nop; inc %rax; dec %rdi; jne 1b; ret",
        LOOP_EXTRA_UNKNOWN, INEXACT, 0},
    {"a call that does not return",
        "1: test %rsi, %rsi; je 2f; test %eax, %eax; js 3f; inc %eax; "
        "2: dec %rdi; jne 1b; ret; 3: mov %rcx, %rdi; ud2",
        0, 0, 0},
    {"the end of the loop twice, once with padding",
        ".balign 16; jmp 1f; 2: sub $1, %rdi; je 4f; nopl (%rax); 1: test %rsi, %rsi; je 2b; imul %eax, %eax; "
        "sub $1, %rdi; jne 1b; 4: ret",
        1, -1, 0},
#define WAYS \
	".balign 16; jmp 1f; 2: sub $1, %rdi; je 4f; nopl (%rax); 1: test %rsi, %rsi; je 2b; test %r8, %r8; jle 2b; " \
	"3: dec %eax; jne 3b; sub $1, %rdi; jne 1b; 4: ret"
    {"two ways", WAYS, 1, INEXACT, 0},
    {"two ways, of which the short one is taken", WAYS, 0, 0, 2},
    {"two ways, of which the long one is taken", WAYS, 1, -1, 21},
    {"two ways, of which none fits", WAYS, 1, INEXACT, 1},
#undef WAYS
#define CALL \
	"1: test %rsi, %rsi; je 2f; ucomisd %xmm2, %xmm0; jb 3f; sqrtsd %xmm0, %xmm0; jmp 2f; " \
	"3: call f; mov $1, %eax; 2: add %rax, x(%rip); dec %rdi; jne 1b; ret"
    {"a call that may be made", CALL, 2, INEXACT, 0},
    {"a call that is not made", CALL, 0, 0, 4},
    {"a call that is made", CALL, 2, INEXACT, 6},
#undef CALL
#define BRANCH \
	"jmp 1f; 2: dec %rdi; je 4f; 1: test %rsi, %rsi; je 2b; test %eax, %eax; jle 2b; 3: dec %eax; jg 3b; jmp 2b; 4: ret"
    {"a branch to the end, and a jump", BRANCH, 1, INEXACT, 0},
    {"a branch to the end, and a jump that is taken", BRANCH, 1, 1, 21},
    {"a branch to the end that is taken, and a jump", BRANCH, 0, 0, 2},
#undef BRANCH
    {"a jump to the snippet that is not taken",
        "1: dec %eax; js 3f; test %rsi, %rsi; je 2f; 4: neg %eax; 2: dec %rdi; jne 1b; ret; "
        "3: test %rsi, %rsi; je 2b; jmp 4b",
        0, 0, 1},
    {"nothing is left of the snippet", "1: test %rsi, %rsi; je 2f; 2: dec %rdi; jne 1b; ret", 0, 0, 0},
    {"a repeated instruction", "1: test %rsi, %rsi; jne 3f; 2: dec %rdi; jne 1b; ret; 3: rep stosb; jmp 2b", 1, 1, 9},
    {"the end of the loop twice, with other ways",
        "1: test %rsi, %rsi; jne 3f; test %eax, %eax; js 1b; sub $1, %rdi; jne 1b; ret; "
        "3: nop; test %eax, %eax; js 5f; sub $1, %rdi; je 4f; jmp 1b; 4: ret; 5: jmp 6f; 6: jmp 1b",
        LOOP_EXTRA_UNKNOWN, INEXACT, 0},
    {"a jump of the snippet's to its end", "1: test %rsi, %rsi; je 2f; jmp 2f; 2: dec %rdi; jne 1b; ret", 0, 0, 0},
    {"the argument in a frame",
        "mov %rsi, -8(%rbp); 1: cmpq $0, -8(%rbp); je 2f; nopl (%rax); 2: dec %rdi; jne 1b; ret", 1, INEXACT, 0},
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
	loop = loop_find("test.o", NULL, SYMBOL);
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
test_extra(size_t i)
{
	struct loop *loop;
	struct loop_extra extra;
	long more = extras[i].more;

	if (!assemble(extras[i].code))
		abort();
	loop = loop_find("test.o", NULL, SYMBOL);
	extra = loop_extra(loop, extras[i].count);
	ok(extra.most == extras[i].most, "%s: %zu more instructions", extras[i].name, extra.most);
	ok(extra.snippets && more != INEXACT ? extra.exact && extra.more == more : !extra.exact, "%s: exactly %ld",
	    extras[i].name, extra.exact ? extra.more : INEXACT);
	loop_free(loop);
}

static void
test_hoisted(void)
{
#define LOOP(before, snippet) \
	"mov $16, %edx; test %rdi, %rdi; je 3f; " before "; 1: test %rsi, %rsi; je 2f; " snippet \
	"; 2: dec %rdi; jne 1b; 3: ret"
	static const struct {
		const char *name, *code;
		size_t hoisted;
	} cases[] = {{"what the snippet reads", LOOP("imul %edx, %edx; mov %edx, %ecx", "add %ecx, x(%rip)"), 1},
	    {"two steps", LOOP("imul %edx, %eax; shr $3, %eax", "add %eax, x(%rip)"), 2},
	    {"what is kept in the frame", LOOP("imul %edx, %eax; mov %rax, -24(%rsp)", "mov -24(%rsp), %rcx"), 1},
	    {"before the jump over the loop", LOOP("", "add %edx, x(%rip)"), 0},
	    {"what the loop changes", LOOP("imul %edx, %eax", "add $1, %eax"), 0},
	    {"what nobody reads", LOOP("imul %edx, %eax", "nop"), 0},
	    {"a constant of constants", LOOP("mov $3, %eax; shl $3, %rax", "add %eax, x(%rip)"), 0}};
#undef LOOP

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct loop *loop;

		if (!assemble(cases[i].code))
			abort();
		loop = loop_find("test.o", NULL, SYMBOL);
		ok(loop_extra(loop, 0).hoisted == cases[i].hoisted, "hoisted: %s", cases[i].name);
		loop_free(loop);
	}
}

static void
test_unknown(void)
{
	struct loop *loop = loop_find("no/such/file.o", NULL, SYMBOL);
	uint64_t size;

	ok(!loop_size(loop, &size) && loop_content(loop, 0) == LOOP_WORK, "no file");
	loop_free(loop);
	loop = loop_find("test.o", NULL, "othertest");
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
	for (size_t i = 0; i < sizeof extras / sizeof *extras; i++)
		test_extra(i);
	test_hoisted();
	test_unknown();
	scratch_leave();
	return tap_done();
}

/* Both syntaxes assemble to the same bytes. */

#include "code/assembly.h"
#include "scratch.h"
#include "tap.h"
#include "util/file.h"

static const char *const att[] = {"movq -4(%rdx),%xmm0", "pshufd $0xe5,%xmm0,%xmm2", "movd %xmm0,%ecx",
    "movups (%rax),%xmm1", "movdqa %xmm1,16(%rsp)", "paddd (%rdi,%rcx),%xmm0", "addsd %xmm1,%xmm0",
    "ucomisd 8(%rsp),%xmm0", "cvtsi2sdl %eax,%xmm0", "cvtsi2sdq (%rax),%xmm0", "cvtsd2ss (%rax),%xmm1",
    "vaddps (%rax),%ymm1,%ymm0", "vfmadd213sd %xmm2,%xmm1,%xmm0", "movzbl (%rax),%ecx", "movzbl %al,%ecx",
    "movslq %eax,%rcx", "movswl (%rax),%ecx", "movsbw (%rax,%rbx,4),%cx", "movl $1,%eax", "movq $-1,(%rax)",
    "movb $1,counts(%rip)", "movabsq $0x3ff0000000000000,%rax", "movl %fs:-4,%eax", "movq %fs:0(%rax),%rcx",
    "movq %fs:40,%rax", "addl 12(%rsp,%rcx,8),%eax", "addl $1,(%rax)", "lock cmpxchgq %rcx,(%rdx)", "xchgl %eax,%ecx",
    "andl $0xffff,%eax", "cmpq $16,(%rax)", "testb %al,%al", "shll %eax", "shrq $3,%rax", "sarl %cl,%eax",
    "shldq $4,%rax,%rcx", "leaq 8(,%rax,4),%rcx", "leaq -8(%rsp),%rcx", "imull $100,%eax,%ecx", "mulq %rcx",
    "idivl 4(%rcx)", "cltq", "cqto", "cltd", "cmovne %rdx,%rcx", "cmova (%rdx),%rcx", "setae %al", "sete (%rax)",
    "setb (%rax)", "btsq %rax,%rcx", "bswap %eax", "pushq %rbx", "pushq (%rax)", "pushq $1", "rep stosq", "movsl",
    "repne scasb", "prefetcht0 (%rax)", "nopw (%rax,%rax)", "movl counts+8(%rip),%eax", "leaq counts(%rip),%rax",
    "movq outer@GOTPCREL(%rip),%rax", "movl counts(,%rax,4),%ecx", "call outer", "call *%rax", "call *8(%rsp)",
    "jmp *(%rax,%rcx,8)", "jmp *counts+8(%rip)", "je outer", "ret", "pinsrw $1,(%rax),%xmm0", "subss (%rax),%xmm1",
    "orl %eax,8(%r12)", "sbbb $0,%al", "movsd (%rax),%xmm1", "movss %xmm1,(%rax)", "movl 0x1000,%ecx", "fadds (%rax)"};

static void
test_bytes(void)
{
	FREED_BY(text_free) struct text a = TEXT_EMPTY, b = TEXT_EMPTY;

	text_add(&b, ".intel_syntax noprefix\n");
	for (size_t i = 0; i < sizeof att / sizeof *att; i++) {
		OWNED char *intel = assembly_intel(att[i]);

		text_addf(&a, "%s\n", att[i]);
		if (*att[i] == 'f')
			text_addf(&b, ".att_syntax\n%s\n.intel_syntax noprefix\n", intel);
		else
			text_addf(&b, "%s\n", intel);
	}
	file_write("a.s", a.s, a.n);
	file_write("b.s", b.s, b.n);
	ok(!system("as a.s -o a.o && as b.s -o b.o && objdump -dr a.o | sed 1,3d >a && "
	           "objdump -dr b.o | sed 1,3d >b && cmp a b"),
	    "the same bytes and symbols");
}

static void
text_is(const char *from, const char *want)
{
	is_freed(assembly_intel(from), want, from);
}

/* Instructions of x86-64, AArch64 and RISC-V. */
static void
test_kind_of(void)
{
	static const struct {
		const char *text;
		enum profile_kind kind;
	} known[] = {
	    {"adcq $0,%rax", PROFILE_ARITHMETIC},
	    {"vmaxsd %xmm2,%xmm1,%xmm0", PROFILE_ARITHMETIC},
	    {"cmpsd $1,%xmm1,%xmm0", PROFILE_COMPARE},
	    {"shldq $3,%rax,%rcx", PROFILE_LOGIC},
	    {"cmovb %eax,%ecx", PROFILE_OTHER},
	    {"fcmovb %st(1),%st", PROFILE_OTHER},
	    {"cltq", PROFILE_OTHER},
	    {"setl %al", PROFILE_OTHER},
	    {"subs x9,x9,#1", PROFILE_ARITHMETIC},
	    {"adrp x0,counts", PROFILE_ARITHMETIC},
	    {"ccmp x1,#0,#4,ne", PROFILE_COMPARE},
	    {"ubfx x0,x1,#3,#5", PROFILE_LOGIC},
	    {"csel x0,x1,x2,eq", PROFILE_OTHER},
	    {"addiw a0,a0,-1", PROFILE_ARITHMETIC},
	    {"fadd.d fa0,fa0,fa1", PROFILE_ARITHMETIC},
	    {"sltu a0,a0,a1", PROFILE_COMPARE},
	    {"feq.d a0,fa0,fa1", PROFILE_COMPARE},
	    {"slliw a0,a0,1", PROFILE_LOGIC},
	    {"sext.w a0,a0", PROFILE_OTHER},
	};

	for (size_t i = 0; i < COUNTOF(known); i++)
		is(profile_kind_name(assembly_kind(known[i].text)), profile_kind_name(known[i].kind), known[i].text);
}

int
main(void)
{
	scratch_enter();
	test_bytes();
	test_kind_of();
	text_is("movl -4(%rax,%rcx,8),%edx", "mov edx, DWORD PTR [rax+rcx*8-4]");
	text_is("jne .1", "jne .1");
	text_is("call operator new(unsigned long)", "call operator new(unsigned long)");
	text_is("leaq vtable for a(int, b)+16(%rip),%rax", "lea rax, [rip+vtable for a(int, b)+16]");
	scratch_leave();
	return tap_done();
}

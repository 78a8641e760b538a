#pragma once

/* The preloaded library has this for x86-64: see preload_machine.h. */

enum { PAGE = 4096 };

#define RELOCATION_ABSOLUTE R_X86_64_64
#define RELOCATION_SLOT R_X86_64_JUMP_SLOT
#define RELOCATION_PLACE R_X86_64_GLOB_DAT

#define VALGRIND_MACHINE "amd64-linux"

struct stub {
	char jump[6];
	char ask[10];
};

#define STUB_(name, number) \
	".globl " #name "\n" \
	".type " #name ", @function\n" #name ":\n" \
	"	jmp *hook_targets + 8 * " #number "(%rip)\n" \
	"	push $" #number "\n" \
	"	jmp hook_asks\n" \
	".size " #name ", . - " #name "\n" \
	".balign 16\n"

#define STUBS_BEGIN \
	".text\n" \
	"hook_asks:\n" \
	"	push %rax\n" \
	"	push %r9\n" \
	"	push %r8\n" \
	"	push %rcx\n" \
	"	push %rdx\n" \
	"	push %rsi\n" \
	"	push %rdi\n" \
	"	mov 56(%rsp), %edi\n" \
	"	mov %rsp, %rsi\n" \
	"	sub $8, %rsp\n" \
	"	call hook_called\n" \
	"	add $8, %rsp\n" \
	"	mov %rax, %r11\n" \
	"	pop %rdi\n" \
	"	pop %rsi\n" \
	"	pop %rdx\n" \
	"	pop %rcx\n" \
	"	pop %r8\n" \
	"	pop %r9\n" \
	"	pop %rax\n" \
	"	add $8, %rsp\n" \
	"	jmp *%r11\n" \
	".balign 16\n" \
	"hook_stubs:\n"

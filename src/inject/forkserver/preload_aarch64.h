#pragma once

/* The preloaded library has this for AArch64: see preload_machine.h. */

#include <sys/auxv.h>

#define PAGE ((uintptr_t)getauxval(AT_PAGESZ))

#define RELOCATION_ABSOLUTE R_AARCH64_ABS64
#define RELOCATION_SLOT R_AARCH64_JUMP_SLOT
#define RELOCATION_PLACE R_AARCH64_GLOB_DAT

#define VALGRIND_MACHINE "arm64-linux"

struct stub {
	char jump[12];
	char ask[20];
};

#define STUB_(name, number) \
	".globl " #name "\n" \
	".type " #name ", %function\n" #name ":\n" \
	"	adrp x16, hook_targets + 8 * " #number "\n" \
	"	ldr x16, [x16, :lo12:hook_targets + 8 * " #number "]\n" \
	"	br x16\n" \
	"	mov w17, #" #number "\n" \
	"	b hook_asks\n" \
	".size " #name ", . - " #name "\n" \
	".balign 32\n"

/* x8 is where a structure is returned. */
#define STUBS_BEGIN \
	".text\n" \
	"hook_asks:\n" \
	"	stp x29, x30, [sp, #-96]!\n" \
	"	mov x29, sp\n" \
	"	stp x0, x1, [sp, #16]\n" \
	"	stp x2, x3, [sp, #32]\n" \
	"	stp x4, x5, [sp, #48]\n" \
	"	stp x6, x7, [sp, #64]\n" \
	"	str x8, [sp, #80]\n" \
	"	mov w0, w17\n" \
	"	add x1, sp, #16\n" \
	"	bl hook_called\n" \
	"	mov x16, x0\n" \
	"	ldp x0, x1, [sp, #16]\n" \
	"	ldp x2, x3, [sp, #32]\n" \
	"	ldp x4, x5, [sp, #48]\n" \
	"	ldp x6, x7, [sp, #64]\n" \
	"	ldr x8, [sp, #80]\n" \
	"	ldp x29, x30, [sp], #96\n" \
	"	br x16\n" \
	".balign 32\n" \
	"hook_stubs:\n"

/* Accesses to memory by instructions of unoptimised code, of every machine that has a decoder. */

#include <elf.h>

#include "code/accesses.h"
#include "tap.h"

static const struct {
	int machine;
	const char *name;
	unsigned char bytes[8];
	const char *want; /* each access: what, base, distance, size; then where the code goes on */
} rows[] = {
    {EM_X86_64, "mov -8(%rbp),%eax", {0x8b, 0x45, 0xf8}, "r 6-8:4 on"},
    {EM_X86_64, "mov %rax,16(%rsp)", {0x48, 0x89, 0x44, 0x24, 0x10}, "w 7+16:8 on"},
    {EM_X86_64, "addl $1,-8(%rbp)", {0x83, 0x45, 0xf8, 0x01}, "rw 6-8:4 on"},
    {EM_X86_64, "lea -8(%rbp),%rax", {0x48, 0x8d, 0x45, 0xf8}, "a 6-8:0 on"},
    {EM_X86_64, "mov -32(%rbp,%rax,4),%eax", {0x8b, 0x44, 0x85, 0xe0}, "r 6-32:0 on"},
    {EM_X86_64, "mov %eax,(%rdx)", {0x89, 0x02}, "w -1+0:4 on"},
    {EM_X86_64, "mov 0(%rip),%eax", {0x8b, 0x05, 0, 0, 0, 0}, "r -2+0:4 on"},
    {EM_X86_64, "push %rbp", {0x55}, "on"},
    {EM_X86_64, "call", {0xe8, 0, 0, 0, 0}, "calls on"},
    {EM_X86_64, "jmp", {0xeb, 0x06}, "to 8"},
    {EM_X86_64, "jne", {0x75, 0xfe}, "on to 0"},
    {EM_X86_64, "jmp *%rax", {0xff, 0xe0}, "scattered"},
    {EM_X86_64, "ret", {0xc3}, ""},
    {EM_X86_64, "ud2", {0x0f, 0x0b}, ""},
    {EM_386, "mov -8(%ebp),%eax", {0x8b, 0x45, 0xf8}, "r 5-8:4 on"},
    {EM_386, "mov %eax,16(%esp)", {0x89, 0x44, 0x24, 0x10}, "w 4+16:4 on"},
    {EM_386, "inc %eax", {0x40}, "on"},
    {EM_AARCH64, "ldr w0,[sp,504]", {0xe0, 0xfb, 0x41, 0xb9}, "r 31+504:4 on"},
    {EM_AARCH64, "str x0,[x29,16]", {0xa0, 0x0b, 0x00, 0xf9}, "w 29+16:8 on"},
    {EM_AARCH64, "ldur w1,[x29,-20]", {0xa1, 0xc3, 0x5e, 0xb8}, "r 29-20:4 on"},
    {EM_AARCH64, "ldrb w0,[sp,163]", {0xe0, 0x8f, 0x42, 0x39}, "r 31+163:1 on"},
    {EM_AARCH64, "ldr q0,[sp,32]", {0xe0, 0x0b, 0xc0, 0x3d}, "r 31+32:16 on"},
    {EM_AARCH64, "ldp x0,x1,[sp,128]", {0xe0, 0x07, 0x48, 0xa9}, "r 31+128:16 on"},
    {EM_AARCH64, "stp d0,d1,[x29,-32]", {0xa0, 0x07, 0x3e, 0x6d}, "w 29-32:16 on"},
    {EM_AARCH64, "ldr w0,[sp,x1,lsl 2]", {0xe0, 0x7b, 0x61, 0xb8}, "r 31+0:0 on"},
    {EM_AARCH64, "add x0,sp,324", {0xe0, 0x13, 0x05, 0x91}, "a 31+324:0 on"},
    {EM_AARCH64, "sub x0,x29,8", {0xa0, 0x23, 0x00, 0xd1}, "a 29-8:0 on"},
    {EM_AARCH64, "add x29,sp,16", {0xfd, 0x43, 0x00, 0x91}, "on"},
    {EM_AARCH64, "sub sp,sp,32", {0xff, 0x83, 0x00, 0xd1}, "on"},
    {EM_AARCH64, "str w0,[x1]", {0x20, 0x00, 0x00, 0xb9}, "w -1+0:4 on"},
    {EM_AARCH64, "ldxr w0,[sp]", {0xe0, 0x7f, 0x5f, 0x88}, "rw 31+0:0 on"},
    {EM_AARCH64, "bl", {0x00, 0x00, 0x00, 0x94}, "calls on"},
    {EM_AARCH64, "b", {0x02, 0x00, 0x00, 0x14}, "to 8"},
    {EM_AARCH64, "cbz", {0xe0, 0xff, 0xff, 0xb4}, "on to -4"},
    {EM_AARCH64, "br x1", {0x20, 0x00, 0x1f, 0xd6}, "scattered"},
    {EM_RISCV, "lw a5,-20(s0)", {0x83, 0x27, 0xc4, 0xfe}, "r 8-20:4 on"},
    {EM_RISCV, "sd a0,-40(s0)", {0x23, 0x3c, 0xa4, 0xfc}, "w 8-40:8 on"},
    {EM_RISCV, "flw fa0,8(sp)", {0x07, 0x25, 0x81, 0x00}, "r 2+8:4 on"},
    {EM_RISCV, "addi a0,s0,-40", {0x13, 0x05, 0x84, 0xfd}, "a 8-40:0 on"},
    {EM_RISCV, "addi sp,sp,-32", {0x13, 0x01, 0x01, 0xfe}, "on"},
    {EM_RISCV, "sw a0,0(a1)", {0x23, 0xa0, 0xa5, 0x00}, "w -1+0:4 on"},
    {EM_RISCV, "amoadd.w a0,a1,(a2)", {0x2f, 0x25, 0xb6, 0x00}, "rw -1+0:4 on"},
    {EM_RISCV, "beqz a0", {0x63, 0x04, 0x05, 0x00}, "on to 8"},
    {EM_RISCV, "j", {0x6f, 0x00, 0x80, 0x00}, "to 8"},
    {EM_RISCV, "c.lw a0,4(s0)", {0x48, 0x40}, "r 8+4:4 on"},
    {EM_RISCV, "c.sd a1,8(s0)", {0x0c, 0xe4}, "w 8+8:8 on"},
    {EM_RISCV, "c.lwsp a0,12(sp)", {0x32, 0x45}, "r 2+12:4 on"},
    {EM_RISCV, "c.ldsp a0,24(sp)", {0x62, 0x65}, "r 2+24:8 on"},
    {EM_RISCV, "c.swsp a0,16(sp)", {0x2a, 0xc8}, "w 2+16:4 on"},
    {EM_RISCV, "c.sdsp a0,40(sp)", {0x2a, 0xf4}, "w 2+40:8 on"},
    {EM_RISCV, "c.fldsp fa0,8(sp)", {0x22, 0x25}, "r 2+8:8 on"},
    {EM_RISCV, "c.addi4spn a0,sp,16", {0x08, 0x08}, "a 2+16:0 on"},
    {EM_RISCV, "c.lw a0,4(a1)", {0xc8, 0x41}, "r -1+4:4 on"},
};

int
main(void)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct accesses a = accesses_read(rows[i].machine, rows[i].bytes, sizeof rows[i].bytes);
		struct text t = TEXT_EMPTY;

		text_add(&t, "");
		for (size_t k = 0; k < a.n; k++)
			text_addf(&t, " %s%s%s %d%+ld:%zu", a.v[k].what & ACCESS_READ ? "r" : "",
			    a.v[k].what & ACCESS_WRITE ? "w" : "", a.v[k].what & ACCESS_ADDRESS ? "a" : "", a.v[k].base,
			    (long)a.v[k].distance, a.v[k].size);
		text_addf(&t, "%s%s", a.calls ? " calls" : "", a.goes_on ? " on" : "");
		if (a.jumps)
			text_addf(&t, " to %ld", (long)a.target);
		text_add(&t, a.scattered ? " scattered" : "");
		is(t.n ? t.s + 1 : t.s, rows[i].want, rows[i].name);
		text_free(&t);
	}
	ok(!accesses_read(EM_X86_64, (const unsigned char *)"\x06", 1).length, "no instruction");
	return tap_done();
}

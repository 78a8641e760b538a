#include "code/decode.h"
#include "tap.h"

/* The instruction, behind which stands another one. */
static struct decode
read_one(const char *bytes, size_t n)
{
	unsigned char code[32];

	memset(code, 0xcc, sizeof code);
	memcpy(code, bytes, n);
	return decode(code, sizeof code);
}

#define READ(bytes) read_one(bytes, sizeof(bytes) - 1)

static void
length_is(const char *bytes, size_t n, const char *name)
{
	struct decode d = read_one(bytes, n);

	if (!ok(d.length == n, "%s has %zu bytes", name, n))
		printf("# not %zu\n", d.length);
}

#define LENGTH(bytes, name) length_is(bytes, sizeof(bytes) - 1, name)

/* As objdump shows them. */
static void
test_length(void)
{
	LENGTH("\x90", "nop");
	LENGTH("\x66\x66\x2e\x0f\x1f\x84\x00\x00\x00\x00\x00", "data16 cs nopw");
	LENGTH("\x48\xb8\x78\x78\x78\x78\x78\x78\x78\x78", "movabs");
	LENGTH("\xb8\x01\x00\x00\x00", "mov $1, %eax");
	LENGTH("\x66\xb8\x01\x00", "mov $1, %ax");
	LENGTH("\x66\x48\x8d\x3d\x00\x00\x00\x00", "data16 lea");
	LENGTH("\x48\x83\x7c\x24\x50\x00", "cmpq $0, 0x50(%rsp)");
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
	ok(!READ("\x06").length && !READ("\xd6").length,
	    "what is no instruction has no length");
	ok(!decode((const unsigned char *)"\xe8\x00\x00", 3).length, "nor one that is cut off");
	ok(!READ("\x66\x66\x66\x66\x66\x66\x66\x66\x66\x66\x66\x66\x66\x66\x66\x90").length,
	    "nor one that is too long");
}

static void
test_flow(void)
{
	struct decode d = READ("\x0f\x84\x10\x00\x00\x00");

	ok(d.flow == DECODE_BRANCH && d.on_zero && d.target == 0x16 && d.target_at == 2,
	    "je of 32 bits");
	d = READ("\x75\xfe");
	ok(d.flow == DECODE_BRANCH && d.on_other && d.target == 0, "jne back");
	d = READ("\x7f\x08");
	ok(d.flow == DECODE_BRANCH && !d.on_zero && !d.on_other, "jg");
	d = READ("\xeb\x7f");
	ok(d.flow == DECODE_JUMP && d.target == 0x81, "jmp");
	ok(READ("\xc3").flow == DECODE_END && READ("\x0f\x0b").flow == DECODE_END, "ret, ud2");
	ok(READ("\xff\xe0").flow == DECODE_COMPUTED, "jmp *%%rax");
	ok(READ("\xff\x24\xc5\x00\x00\x00\x00").flow == DECODE_COMPUTED, "jmp *0(,%%rax,8)");
	ok(READ("\xff\x60\x10").flow == DECODE_END, "jmp *0x10(%%rax) calls something last");
	ok(READ("\xff\xd0").flow == DECODE_ON && READ("\xe8\x00\x00\x00\x00").flow == DECODE_ON,
	    "calls come back");
}

static void
test_kind(void)
{
	struct decode d = READ("\x48\x89\x75\xf0");

	ok(d.kind == DECODE_MOVE && d.from.in_register && d.from.number == 6 && d.to.in_frame &&
	        d.to.number == 5 && d.to.distance == -16,
	    "mov %%rsi, -0x10(%%rbp)");
	d = READ("\x4c\x8b\x6c\x24\x08");
	ok(d.kind == DECODE_MOVE && d.from.in_frame && d.from.number == 4 &&
	        d.from.distance == 8 && d.to.number == 13,
	    "mov 8(%%rsp), %%r13");
	d = READ("\x48\x89\x44\xc4\x08");
	ok(d.kind == DECODE_MOVE && !d.to.in_frame && !d.to.in_register,
	    "a place with an index is nowhere");
	ok(READ("\x89\xc3").kind == DECODE_OTHER, "32 bits are no move");
	ok(READ("\x48\x85\xc0").kind == DECODE_TEST &&
	        READ("\x48\x83\xf8\x00").kind == DECODE_TEST,
	    "test %%rax, %%rax and cmp $0, %%rax");
	ok(READ("\x48\x83\xf8\x01").kind == DECODE_OTHER, "cmp $1, %%rax is no test");
	ok(READ("\x0f\x1f\x00").kind == DECODE_NOP && READ("\x66\x90").kind == DECODE_NOP,
	    "nops that fill up");
	ok(READ("\x90").kind == DECODE_OTHER && READ("\xf3\x90").kind == DECODE_OTHER,
	    "one of a byte, and pause, are somebody's");
}

static void
test_writes(void)
{
	ok(READ("\x48\x85\xed").writes == 0, "a test writes nothing");
	ok(READ("\xc1\xe9\x08").writes == 1u << 1, "shr $8, %%ecx");
	ok(READ("\x0f\x29\x2b").writes == 0, "a vector's register is another one");
	ok(READ("\xf3\x48\xab").writes == (1u << 7 | 1u << 1), "stos");
	ok(READ("\x49\xbd\x00\x00\x00\x00\x00\x00\x00\x00").writes == 1u << 13,
	    "movabs to r13");
	ok(READ("\x48\x8b\x43\x08").keeps_flags && !READ("\x48\x83\xc0\x08").keeps_flags,
	    "a load keeps the flags, a sum does not");
}

int
main(void)
{
	test_length();
	test_flow();
	test_kind();
	test_writes();
	return tap_done();
}

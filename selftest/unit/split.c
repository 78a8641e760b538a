#include "code/instruction.h"
#include "code/split.h"
#include "tap.h"

#define GATHER "\xc4\xe2\x6d\x90\x0c\x1b"

/* Code, of which the last instruction is split or not. */
static const struct {
	const char *text, *code;
	bool is;
} all[] = {
    {"cvtps2pd (%rbx),%xmm0", "\x0f\x5a\x03", true},
    {"cvtps2pd %xmm2,%xmm0", "\x0f\x5a\xc2", false},
    {"cvtss2sd (%rbx),%xmm0", "\xf3\x0f\x5a\x03", false},
    {"vcvtps2pd (%rbx),%ymm0", "\xc5\xfc\x5a\x03", true},
    {"cvtpd2pi (%rbx),%mm0", "\x66\x0f\x2d\x03", true},
    {"roundps $1,(%rbx),%xmm0", "\x66\x0f\x3a\x08\x03\x01", true},
    {"vroundps $1,(%rbx),%xmm0", "\xc4\xe3\x79\x08\x03\x01", false},
    {"vmovddup (%rbx),%ymm0", "\xc5\xff\x12\x03", true},
    {"vmovddup (%rbx),%xmm0", "\xc5\xfb\x12\x03", false},
    {"vfmadd231ps (%rbx),%ymm2,%ymm0", "\xc4\xe2\x6d\xb8\x03", true},
    {"vfmadd231sd (%rbx),%xmm2,%xmm0", "\xc4\xe2\xe9\xb9\x03", false},
    {"vfmadd231ps %ymm1,%ymm2,%ymm0", "\xc4\xe2\x6d\xb8\xc1", false},
    {"vmulps (%rbx),%ymm2,%ymm0", "\xc5\xec\x59\x03", false},
    {"vmaskmovps (%rbx),%ymm2,%ymm0", "\xc4\xe2\x6d\x2c\x03", true},
    {"vpmaskmovd %xmm0,%xmm2,(%rbx)", "\xc4\xe2\x69\x8e\x03", true},
    {"maskmovdqu %xmm2,%xmm0", "\x66\x0f\xf7\xc2", true},
    {"vperm2f128 $0x32,(%rbx),%ymm2,%ymm0", "\xc4\xe3\x6d\x06\x03\x32", true},
    {"vperm2f128 $0x20,(%rbx),%ymm2,%ymm0", "\xc4\xe3\x6d\x06\x03\x20", false},
    {"vperm2f128 $0x32,%ymm2,%ymm2,%ymm0", "\xc4\xe3\x6d\x06\xc2\x32", false},
    {"fxsave (%rbx)", "\x0f\xae\x03", true},
    {"fldenv (%rbx)", "\xd9\x23", false},
    {"lock add %eax,(%rbx)", "\xf0\x01\x03", true},
    {"lock cmpxchg %eax,(%rbx)", "\xf0\x0f\xb1\x03", false},
    {"add %eax,(%rbx)", "\x01\x03", false},
    {"xchg %eax,(%rbx)", "\x87\x03", true},
    {"xchg %eax,%edx", "\x87\xc2", false},
    {"bt %eax,%edx", "\x0f\xa3\xc2", true},
    {"bt %eax,(%rbx)", "\x0f\xa3\x03", false},
    {"bt $1,%edx", "\x0f\xba\xe2\x01", false},
    {"a gather with an unknown mask", GATHER, true},
    {"one with a mask of ones", "\xc5\xed\x76\xd2" GATHER, false},
    {"one with a copy of such a mask", "\xc5\xdd\x76\xe4\xc5\xfd\x6f\xd4" GATHER, false},
    {"one with a mask that is a comparison", "\xc5\xed\x76\xd3" GATHER, true},
    {"a second one, which has no mask left", "\xc5\xed\x76\xd2" GATHER GATHER, true},
};

/* True if the last instruction is split. */
static bool
last_is(const char *code)
{
	const unsigned char *at = (const unsigned char *)code;
	size_t n = strlen(code), length;
	struct split split = {0};
	bool is = false;

	for (; n; at += length, n -= length) {
		length = instruction_read(at, n).length;
		if (!ok(length, "it is code"))
			break;
		is = split_next(&split, at, n);
	}
	return is;
}

int
main(void)
{
	for (size_t i = 0; i < COUNTOF(all); i++)
		ok(last_is(all[i].code) == all[i].is, "%s", all[i].text);
	ok(split_any((const unsigned char *)"\x06\x01\x03\x0f\x5a\x03", 6), "found behind what is no code");
	ok(!split_any((const unsigned char *)"\x01\x03\x0f\x5a\xc2", 5), "none is found");
	return tap_done();
}

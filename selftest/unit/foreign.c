#include "code/instruction.h"
#include "tap.h"

/* A move's source or target in one number: nothing, a constant, memory, a register, or from
   V on a vector register. */
enum { NONE = -3, C = -2, M = -1, V = 32 };

#define KIND(kind) INSTRUCTION_##kind, NONE, NONE
#define MOVE(from, to) INSTRUCTION_MOVE, from, to
#define W(n) REGISTER_BIT(n)

/* Made by assemblers. */
static const struct known {
	const char *text;
	uint32_t bytes;
	enum instruction_kind kind;
	int from, to;
	uint32_t writes;
	bool loses_zero_flag; /* or it may: any scalar one might be a comparison */
} aarch64[] =
    {
        {"fmov d1, d2", 0x1e604041, MOVE(V + 2, V + 1), 0, false},
        {"mov v0.16b, v3.16b", 0x4ea31c60, MOVE(V + 3, V), 0, false},
        {"orr v0.16b, v3.16b, v4.16b", 0x4ea41c60, KIND(OTHER), 0, false},
        {"fmov s0, wzr", 0x1e2703e0, MOVE(C, V), 0, false},
        {"fmov d0, xzr", 0x9e6703e0, MOVE(C, V), 0, false},
        {"fmov d3, #1.0", 0x1e6e1003, MOVE(C, V + 3), 0, false},
        {"movi v7.4s, #0", 0x4f000407, MOVE(C, V + 7), 0, false},
        {"movi v2.16b, #3", 0x4f00e462, MOVE(C, V + 2), 0, false},
        {"fadd d0, d1, d2", 0x1e622820, KIND(OTHER), 0, true},
        {"fcmp d0, d1", 0x1e612000, KIND(OTHER), 0, true},
        {"fcvtzs x5, d0", 0x9e780005, KIND(OTHER), W(5), true},
        {"fmov x5, d0", 0x9e660005, KIND(OTHER), W(5), true},
        {"fmov d0, x5", 0x9e6700a0, KIND(OTHER), 0, true},
        {"scvtf d0, x5", 0x9e6200a0, KIND(OTHER), 0, true},
        {"umov w6, v1.b[3]", 0x0e073c26, KIND(OTHER), W(6), false},
        {"stxr w3, x1, [x2]", 0xc8037c41, KIND(OTHER), W(1) | W(2) | W(3), false},
        {"ldur x0, [sp, #-8]", 0xf85f83e0, MOVE(M, 0), W(0), false},
        {"str x0, [x29, #16]", 0xf9000ba0, MOVE(0, M), 0, false},
        {"ldr x7, [x1, #8]!", 0xf8408c27, KIND(OTHER), W(1) | W(7), false},
        {"ldr q0, [x1]", 0x3dc00020, KIND(OTHER), 0, false},
        {"mrs x4, fpcr", 0xd53b4404, KIND(OTHER), W(4), false},
        {"ptrue p0.b", 0x2518e3e0, KIND(OTHER), W(0), true},
        {"udf #0", 0, KIND(END), 0, false},
},
  riscv[] = {
      {"fmv.d fa0, fa1", 0x22b58553, MOVE(V + 11, V + 10), 0, false},
      {"fmv.s fa2, fa3", 0x20d68653, MOVE(V + 13, V + 12), 0, false},
      {"fsgnj.d fa0, fa1, fa2", 0x22c58553, KIND(OTHER), 0, false},
      {"fmv.w.x fa0, zero", 0xf0000553, MOVE(C, V + 10), 0, false},
      {"fmv.d.x fa4, a0", 0xf2050753, KIND(OTHER), 0, false},
      {"fmv.x.d a5, fa0", 0xe20507d3, KIND(OTHER), W(15), false},
      {"feq.d a3, fa0, fa1", 0xa2b526d3, KIND(OTHER), W(13), false},
      {"fcvt.w.d a2, fa0", 0xc2057653, KIND(OTHER), W(12), false},
      {"fcvt.d.w fa0, a2", 0xd2060553, KIND(OTHER), 0, false},
      {"fadd.d fa0, fa1, fa2", 0x02c5f553, KIND(OTHER), 0, false},
      {"c.mv a0, ra", 0x8506, MOVE(1, 10), W(10), false},
      {"c.add a0, a1", 0x952e, KIND(OTHER), W(10), false},
      {"c.ebreak", 0x9002, KIND(END), 0, false},
};

static int
number_of(const struct operand *o)
{
	return o->kind == OPERAND_NONE       ? NONE
	       : o->kind == OPERAND_CONSTANT ? C
	       : o->kind == OPERAND_REGISTER ? o->number
	       : o->kind == OPERAND_VECTOR   ? V + o->number
	                                     : M;
}

static void
test(const struct known *known, struct instruction (*read)(const unsigned char *bytes, size_t n))
{
	struct instruction got;
	unsigned char bytes[4];

	memcpy(bytes, &known->bytes, sizeof bytes);
	got = read(bytes, sizeof bytes);
	ok(got.kind == known->kind && number_of(&got.from) == known->from && number_of(&got.to) == known->to, "%s",
	    known->text);
	ok(got.writes == known->writes, "%s, what it writes", known->text);
	ok(got.keeps_zero_flag == !known->loses_zero_flag, "%s, the zero flag", known->text);
	ok(!read(bytes, 1).length, "%s, cut off", known->text);
}

int
main(void)
{
	ARRAY_EACH(const struct known, known, aarch64, COUNTOF(aarch64))
		test(known, aarch64_read);
	ARRAY_EACH(const struct known, known, riscv, COUNTOF(riscv))
		test(known, riscv_read);
	return tap_done();
}

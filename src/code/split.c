#include "code/decoded.h"
#include "code/split.h"

/* One access each, as the architecture has it, of:
       cvtps2pd (%rax),%xmm0             2 reads
       vcvtps2pd (%rax),%ymm0            4 reads
       roundps $1,(%rax),%xmm0           4 reads, but vroundps one
       vfmadd213ps (%rax),%ymm1,%ymm0    8 reads, but vfmadd213ss one
       vperm2f128 $0x32,(%rax),%ymm1,%ymm0   2 reads, but with $0x20 one
       fxsave (%rax)                     18 writes */
#define M(name) ZYDIS_MNEMONIC_##name
static const ZydisMnemonic in_parts[] = {M(CVTPS2PD), M(VCVTPS2PD), M(CVTPS2PI), M(CVTTPS2PI),
    M(CVTPD2PI), M(CVTTPD2PI), M(ROUNDPS), M(ROUNDPD), M(VMASKMOVPS), M(VMASKMOVPD),
    M(VPMASKMOVD), M(VPMASKMOVQ), M(MASKMOVDQU), M(MASKMOVQ), M(VMASKMOVDQU), M(FXSAVE),
    M(FXSAVE64), M(FXRSTOR), M(FXRSTOR64), M(XSAVE), M(XSAVE64), M(XRSTOR), M(XRSTOR64),
    M(INVALID)};

/* The bits of memory that it accesses at once; 0 if it accesses none. */
static unsigned
access_bits(const struct decoded *d)
{
	for (size_t i = 0; i < d->i.operand_count; i++)
		if (decoded_is_access(d, &d->operands[i]))
			return d->operands[i].size;
	return 0;
}

static bool
is_bit_of_register(const struct decoded *d)
{
	static const ZydisMnemonic bits[] = {M(BT), M(BTC), M(BTR), M(BTS), M(INVALID)};

	return decoded_is_one_of(d->i.mnemonic, bits) &&
	       d->operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
	       d->operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER;
}

/* Valgrind compares with what it has read once more; not where that is what the instruction
   does. */
static bool
is_locked(const struct decoded *d)
{
	switch (d->i.mnemonic) {
	case M(CMPXCHG):
	case M(CMPXCHG8B):
	case M(CMPXCHG16B):
		return false;
	case M(XCHG):
		return access_bits(d) != 0;
	default:
		return d->i.attributes & ZYDIS_ATTRIB_HAS_LOCK;
	}
}

/* Returns true if both halves of a result are from memory. A half is its own number in the
   constant: bit 1 says that it is from the second operand, bit 3 that it is zero. */
static bool
is_permuted(const struct decoded *d)
{
	uint64_t halves = d->operands[3].imm.value.u;

	return (d->i.mnemonic == M(VPERM2F128) || d->i.mnemonic == M(VPERM2I128)) &&
	       (halves & 0xaa) == 0x22;
}

static uint32_t
vector_bit(const ZydisDecodedOperand *o)
{
	ZydisRegister r =
	    o->type == ZYDIS_OPERAND_TYPE_REGISTER
	        ? ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, o->reg.value)
	        : ZYDIS_REGISTER_NONE;

	return r >= ZYDIS_REGISTER_ZMM0 && r <= ZYDIS_REGISTER_ZMM31
	           ? (uint32_t)1 << (r - ZYDIS_REGISTER_ZMM0)
	           : 0;
}

/* Follows what a mask is made of:
       vpcmpeqd %ymm1,%ymm1,%ymm1
       vmovdqa %ymm1,%ymm2 */
static void
split_follow(struct split *split, const struct decoded *d)
{
	static const ZydisMnemonic comparisons[] = {
	    M(VPCMPEQB), M(VPCMPEQW), M(VPCMPEQD), M(VPCMPEQQ), M(INVALID)};
	static const ZydisMnemonic moves[] = {
	    M(VMOVAPD), M(VMOVAPS), M(VMOVDQA), M(VMOVDQU), M(INVALID)};
	const ZydisDecodedOperand *o = d->operands;
	uint32_t to = vector_bit(&o[0]), from = vector_bit(&o[1]), written = 0;
	bool ones = false;

	if (decoded_is_one_of(d->i.mnemonic, comparisons))
		ones = from && from == vector_bit(&o[2]);
	else if (decoded_is_one_of(d->i.mnemonic, moves))
		ones = split->ones & from;
	for (size_t i = 0; i < d->i.operand_count; i++)
		if (o[i].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)
			written |= vector_bit(&o[i]);
	split->ones &= ~written;
	split->ones |= ones ? to : 0;
	if (d->i.meta.category == ZYDIS_CATEGORY_CALL)
		split->ones = 0;
}

static bool
is_split(const struct split *split, const struct decoded *d)
{
	unsigned bits = access_bits(d);

	if (is_bit_of_register(d) || is_locked(d))
		return true;
	if (d->i.meta.category == ZYDIS_CATEGORY_AVX2GATHER)
		return !(split->ones & vector_bit(&d->operands[2]));
	return bits && (decoded_is_one_of(d->i.mnemonic, in_parts) ||
	                   (d->i.meta.category == ZYDIS_CATEGORY_VFMA && bits > 64) ||
	                   (d->i.mnemonic == M(VMOVDDUP) && bits == 256) || is_permuted(d));
}
#undef M

bool
split_next(struct split *split, const unsigned char *bytes, size_t n)
{
	struct decoded d;
	bool is;

	if (!decoded_read(&d, bytes, n))
		return false;
	is = is_split(split, &d);
	split_follow(split, &d);
	return is;
}

bool
split_any(const unsigned char *bytes, size_t n)
{
	static const struct split none;
	struct decoded d;

	for (size_t at = 0; at < n; at += d.i.length) {
		if (!decoded_read(&d, bytes + at, n - at))
			d.i.length = 1;
		else if (is_split(&none, &d))
			return true;
	}
	return false;
}

#include <string.h>

#include "decode.h"

/* Intel 64 Architectures Software Developer's Manual, volume 2, appendix A. */

enum { LONGEST = 15 };
enum map { MAP_SHORT, MAP_0F, MAP_38, MAP_3A, MAP_5, MAP_6 };
enum reg { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI };

#define BIT(n) ((uint32_t)1 << (n))
/* Where a called function leaves what it returns. It may write other registers too, but nobody
   looks at what it left there. */
#define RETURNED (BIT(RAX) | BIT(RDX))

struct reader {
	const unsigned char *s;
	size_t at; /* behind the opcode, and then behind the operands */
	bool word, repeated, wide, vector;
	bool short_address;
	enum map map;
	unsigned char opcode;
	/* Of the operands: */
	int mod, reg, rm;
	int other; /* the third register of VEX, or -1 */
	int rex;   /* its bits W R X B */
	bool indexed, in_frame;
	int base;
	long distance;
};

static long
read_signed(const unsigned char *s, size_t bytes)
{
	int32_t four;

	if (bytes == 1)
		return (int8_t)*s;
	memcpy(&four, s, sizeof four);
	return four;
}

static void
read_prefixes(struct reader *r)
{
	for (; r->at < LONGEST; r->at++)
		switch (r->s[r->at]) {
		case 0x66:
			r->word = true;
			break;
		case 0xf2:
		case 0xf3:
			r->repeated = true;
			break;
		case 0x67:
			r->short_address = true;
			break;
		case 0x26:
		case 0x2e:
		case 0x36:
		case 0x3e:
		case 0x64:
		case 0x65:
		case 0xf0:
			break;
		default:
			return;
		}
}

static bool
read_vector_opcode(struct reader *r)
{
	const unsigned char *s = r->s + r->at;
	size_t more = s[0] == 0xc5 ? 1 : s[0] == 0xc4 ? 2 : 3;
	unsigned map = more == 1 ? 1 : s[1] & (more == 2 ? 0x1f : 7);
	unsigned char last = s[more == 1 ? 1 : 2];
	static const enum map maps[] = {
	    MAP_SHORT, MAP_0F, MAP_38, MAP_3A, MAP_SHORT, MAP_5, MAP_6};

	r->vector = true;
	if (!map || map >= sizeof maps / sizeof *maps || maps[map] == MAP_SHORT)
		return false;
	r->map = maps[map];
	r->rex = ~s[1] >> 5 & (more == 1 ? 4 : 7);
	r->wide = more > 1 && last & 0x80;
	r->word = (last & 3) == 1;
	r->repeated = last & 2;
	r->other = ~last >> 3 & 15;
	r->opcode = s[more + 1];
	r->at += more + 2;
	return true;
}

static bool
read_opcode(struct reader *r)
{
	const unsigned char *s;

	read_prefixes(r);
	s = r->s + r->at;
	if (*s == 0xc4 || *s == 0xc5 || *s == 0x62)
		return read_vector_opcode(r);
	if ((*s & 0xf0) == 0x40) {
		r->rex = *s++ & 15;
		r->wide = r->rex & 8;
		r->at++;
	}
	if (*s == 0x0f) {
		r->map = s[1] == 0x38 ? MAP_38 : s[1] == 0x3a ? MAP_3A : MAP_0F;
		s += r->map == MAP_0F ? 1 : 2;
	}
	r->at = (size_t)(s - r->s) + 1;
	r->opcode = *s;
	return true;
}

/* Of one byte. */
static bool
is_invalid(unsigned char opcode)
{
	static const unsigned char invalid[] = {0x06, 0x07, 0x0e, 0x16, 0x17, 0x1e, 0x1f, 0x27,
	    0x2f, 0x37, 0x3f, 0x60, 0x61, 0x82, 0x9a, 0xce, 0xd4, 0xd5, 0xd6, 0xea};

	return memchr(invalid, opcode, sizeof invalid) != NULL ||
	       (opcode >= 0x40 && opcode < 0x50);
}

static bool
has_operands(const struct reader *r)
{
	static const unsigned char without_0f[] = {0x05, 0x06, 0x07, 0x08, 0x09, 0x0b, 0x0e,
	    0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x37, 0x77, 0xa0, 0xa1, 0xa2, 0xa8, 0xa9, 0xaa};
	unsigned char o = r->opcode;

	if (r->map == MAP_0F)
		return !memchr(without_0f, o, sizeof without_0f) && (o & 0xf0) != 0x80 &&
		       (r->vector || (o & 0xf8) != 0xc8);
	if (r->map != MAP_SHORT)
		return true;
	return (o < 0x40 && (o & 7) < 4) || o == 0x63 || o == 0x69 || o == 0x6b ||
	       (o & 0xf0) == 0x80 || o == 0xc0 || o == 0xc1 || o == 0xc6 || o == 0xc7 ||
	       (o >= 0xd0 && o <= 0xd3) || (o & 0xf8) == 0xd8 || o == 0xf6 || o == 0xf7 ||
	       o >= 0xfe;
}

/* A register, and a register or a place in memory. */
static void
read_operands(struct reader *r)
{
	const unsigned char *s = r->s + r->at;
	int rm = s[0] & 7, base = rm;
	size_t length = 1, distance;

	r->mod = s[0] >> 6;
	r->reg = (s[0] >> 3 & 7) + (r->rex & 4 ? 8 : 0);
	r->rm = rm + (r->rex & 1 ? 8 : 0);
	if (r->mod == 3) {
		r->at++;
		return;
	}
	if (rm == 4) {
		base = s[1] & 7;
		length = 2;
		r->indexed = (s[1] >> 3 & 7) != 4 || r->rex & 2;
	}
	distance = r->mod == 1 ? 1 : r->mod == 2 || base == 5 ? 4 : 0;
	r->distance = distance ? read_signed(s + length, distance) : 0;
	r->base = base;
	r->in_frame = !r->indexed && !(r->rex & 1) && (base == RSP || (base == RBP && r->mod));
	r->at += length + distance;
}

/* The bytes of a constant behind the operands of an opcode of one byte. */
static size_t
short_constant(const struct reader *r)
{
	unsigned char o = r->opcode;
	size_t full = r->word && !r->wide ? 2 : 4;

	if (o < 0x40)
		return (o & 7) == 4 ? 1 : (o & 7) == 5 ? full : 0;
	if ((o & 0xf8) == 0xb8)
		return r->wide ? 8 : full;
	if (o >= 0xa0 && o <= 0xa3)
		return r->short_address ? 4 : 8;
	if ((o & 0xf0) == 0x70 || (o & 0xf8) == 0xb0 || (o & 0xf8) == 0xe0)
		return 1;
	switch (o) {
	case 0x6a:
	case 0x6b:
	case 0x80:
	case 0x83:
	case 0xa8:
	case 0xc0:
	case 0xc1:
	case 0xc6:
	case 0xcd:
	case 0xeb:
		return 1;
	case 0x68:
	case 0x69:
	case 0x81:
	case 0xa9:
	case 0xc7:
		return full;
	case 0xc2:
	case 0xca:
		return 2;
	case 0xc8:
		return 3;
	case 0xe8:
	case 0xe9:
		return 4;
	case 0xf6:
		return (r->reg & 7) < 2 ? 1 : 0;
	case 0xf7:
		return (r->reg & 7) < 2 ? full : 0;
	}
	return 0;
}

static size_t
constant(const struct reader *r)
{
	static const unsigned char with[] = {
	    0x0f, 0x70, 0x71, 0x72, 0x73, 0xa4, 0xac, 0xba, 0xc2, 0xc4, 0xc5, 0xc6};

	switch (r->map) {
	case MAP_SHORT:
		return short_constant(r);
	case MAP_0F:
		if (!r->vector && (r->opcode & 0xf0) == 0x80)
			return 4;
		return memchr(with, r->opcode, sizeof with) ? 1 : 0;
	case MAP_3A:
		return 1;
	default:
		return 0;
	}
}

static enum decode_flow
short_flow(const struct reader *r)
{
	unsigned char o = r->opcode;

	if ((o & 0xf0) == 0x70 || (o >= 0xe0 && o <= 0xe3))
		return DECODE_BRANCH;
	switch (o) {
	case 0xe9:
	case 0xeb:
		return DECODE_JUMP;
	case 0xc2:
	case 0xc3:
	case 0xca:
	case 0xcb:
	case 0xcf:
	case 0xf4:
		return DECODE_END;
	case 0xff:
		if ((r->reg & 7) != 4 && (r->reg & 7) != 5)
			return DECODE_ON;
		return r->mod == 3 || r->indexed ? DECODE_COMPUTED : DECODE_END;
	}
	return DECODE_ON;
}

static enum decode_flow
flow(const struct reader *r)
{
	if (r->map == MAP_SHORT)
		return short_flow(r);
	if (r->map != MAP_0F || r->vector)
		return DECODE_ON;
	if ((r->opcode & 0xf0) == 0x80)
		return DECODE_BRANCH;
	return r->opcode == 0x0b || r->opcode == 0xb9 || r->opcode == 0xff ? DECODE_END
	                                                                   : DECODE_ON;
}

/* Of an opcode that has one operand, and a part of itself in place of the other. */
static uint32_t
alone(const struct reader *r)
{
	return r->mod == 3 ? BIT(r->rm) : 0;
}

static uint32_t
operands(const struct reader *r)
{
	return BIT(r->reg) | alone(r);
}

/* Of movs, cmps, test, stos, lods and scas. */
static uint32_t
string_writes(unsigned char opcode)
{
	switch (opcode & 0xfe) {
	case 0xa4:
	case 0xa6:
		return BIT(RSI) | BIT(RDI) | BIT(RCX);
	case 0xa8:
		return 0;
	case 0xac:
		return BIT(RAX) | BIT(RSI) | BIT(RCX);
	default:
		return BIT(RDI) | BIT(RCX);
	}
}

static uint32_t
short_writes(const struct reader *r)
{
	unsigned char o = r->opcode;
	int low = (o & 7) + (r->rex & 1 ? 8 : 0);

	if (o >= 0x38 && o <= 0x3d)
		return 0;
	if ((o & 0xf8) == 0x58 || (o & 0xf0) == 0xb0)
		return BIT(low);
	if ((o & 0xf8) == 0x90)
		return BIT(low) | BIT(RAX);
	if (o >= 0xa4 && o <= 0xaf)
		return string_writes(o);
	switch (o) {
	case 0x80:
	case 0x81:
	case 0x83:
		return (r->reg & 7) == 7 ? 0 : alone(r);
	case 0x8f:
	case 0xc0:
	case 0xc1:
	case 0xc6:
	case 0xc7:
	case 0xd0:
	case 0xd1:
	case 0xd2:
	case 0xd3:
	case 0xfe:
		return alone(r);
	case 0x84:
	case 0x85:
		return 0;
	case 0x98:
	case 0x99:
		return o == 0x98 ? BIT(RAX) : BIT(RDX);
	case 0xe8:
		return RETURNED;
	case 0xf6:
	case 0xf7:
		return (r->reg & 7) < 2    ? 0
		       : (r->reg & 7) >= 4 ? BIT(RAX) | BIT(RDX)
		                           : alone(r);
	case 0xff:
		return (r->reg & 7) == 2 || (r->reg & 7) == 3 ? RETURNED : alone(r);
	}
	if (o < 0x40 && (o & 7) >= 4)
		return BIT(RAX);
	return has_operands(r) && (o & 0xf8) != 0xd8 ? operands(r) : 0;
}

/* The few of 0f xx that write general registers; most are of vectors. */
static uint32_t
long_writes(const struct reader *r)
{
	unsigned char o = r->opcode;

	if (o == 0x2c || o == 0x2d || o == 0x50 || o == 0xc5 || o == 0xd7 || o == 0x7e ||
	    o == 0x93)
		return operands(r);
	if (r->vector)
		return 0;
	if (o == 0x05 || o == 0xa2 || o == 0x31 || o == 0x01 || o == 0xc7)
		return BIT(RAX) | BIT(RCX) | BIT(RDX) | BIT(RBX) | BIT(11) |
		       (o == 0xc7 ? alone(r) : 0);
	if ((o & 0xf8) == 0xc8)
		return BIT((o & 7) + (r->rex & 1 ? 8 : 0));
	if ((o & 0xf0) == 0x90 || o == 0xba)
		return alone(r);
	if ((o & 0xf0) == 0x40 || ((o & 0xf0) == 0xa0 && has_operands(r)) ||
	    (o & 0xf0) == 0xb0 || o == 0xc0 || o == 0xc1)
		return operands(r) | (o == 0xb0 || o == 0xb1 ? BIT(RAX) : 0);
	return 0;
}

static uint32_t
writes(const struct reader *r)
{
	unsigned char o = r->opcode;
	uint32_t all;

	switch (r->map) {
	case MAP_SHORT:
		return short_writes(r);
	case MAP_0F:
		return long_writes(r);
	case MAP_38:
	case MAP_3A:
		if (o < 0xf0 && !(r->map == MAP_3A && o >= 0x14 && o <= 0x17))
			return 0;
		all = operands(r);
		return r->other < 0 ? all : all | BIT(r->other);
	default:
		return 0;
	}
}

static bool
is_nop(const struct reader *r)
{
	return !r->vector && ((r->map == MAP_0F && r->opcode == 0x1f) ||
	                         (r->map == MAP_SHORT && r->opcode == 0x90 && r->word));
}

/* Loads, stores and addresses. */
static bool
keeps_flags(const struct reader *r)
{
	unsigned char o = r->opcode;

	if (r->map == MAP_SHORT)
		return (o >= 0x88 && o <= 0x8b) || o == 0x8d || (o & 0xf0) == 0xb0 ||
		       o == 0xc6 || o == 0xc7 || o == 0x63 || o == 0x90;
	return r->map == MAP_0F &&
	       (o == 0x10 || o == 0x11 || o == 0x1f || o == 0x28 || o == 0x29 || o == 0x57 ||
	           o == 0x6e || o == 0x6f || o == 0x7e || o == 0x7f || o == 0xd6 || o == 0xef ||
	           o == 0xb6 || o == 0xb7 || o == 0xbe || o == 0xbf);
}

static struct decode_place
place_of_register(int number)
{
	return (struct decode_place){.in_register = true, .number = number};
}

static struct decode_place
place_of_operand(const struct reader *r)
{
	if (r->mod == 3)
		return place_of_register(r->rm);
	return (struct decode_place){
	    .in_frame = r->in_frame, .number = r->base, .distance = r->distance};
}

/* end: behind the operands, where a constant may begin. */
static void
find_kind(struct decode *d, const struct reader *r, size_t end)
{
	if (is_nop(r))
		d->kind = DECODE_NOP;
	if (r->map != MAP_SHORT || !r->wide)
		return;
	switch (r->opcode) {
	case 0x89:
	case 0x8b:
		d->kind = DECODE_MOVE;
		d->from = r->opcode == 0x89 ? place_of_register(r->reg) : place_of_operand(r);
		d->to = r->opcode == 0x89 ? place_of_operand(r) : place_of_register(r->reg);
		break;
	case 0x83:
		if ((r->reg & 7) == 7 && !r->s[end])
			d->kind = DECODE_TEST;
		d->from = place_of_operand(r);
		break;
	case 0x85:
		if (r->mod == 3 && r->reg == r->rm)
			d->kind = DECODE_TEST;
		d->from = place_of_register(r->reg);
		break;
	}
}

static void
find_target(struct decode *d, const struct reader *r, size_t end)
{
	d->flow = flow(r);
	if (d->flow != DECODE_JUMP && d->flow != DECODE_BRANCH)
		return;
	d->target_at = end;
	d->target = (long)d->length + read_signed(r->s + end, d->length - end);
	d->on_zero = (r->opcode & 0xf) == 4;
	d->on_other = (r->opcode & 0xf) == 5;
}

struct decode
decode(const unsigned char *s, size_t n)
{
	unsigned char bytes[3 * LONGEST] = {0};
	struct reader r = {.s = bytes, .other = -1};
	struct decode d = {0};
	size_t end;

	memcpy(bytes, s, n < LONGEST ? n : LONGEST);
	if (!read_opcode(&r) || r.at > LONGEST || (r.map == MAP_SHORT && is_invalid(r.opcode)))
		return d;
	if (has_operands(&r))
		read_operands(&r);
	end = r.at;
	d.length = end + constant(&r);
	if (d.length > LONGEST || d.length > n)
		return (struct decode){0};
	find_target(&d, &r, end);
	find_kind(&d, &r, end);
	d.writes = writes(&r);
	d.keeps_flags = keeps_flags(&r);
	return d;
}

#include "code/decode.h"
#include "code/opcode.h"

#define BIT(n) ((uint32_t)1 << (n))
/* Where a called function leaves what it returns. It may write other registers too, but nobody
   looks at what it left there. */
#define RETURNED (BIT(RAX) | BIT(RDX))

static enum decode_flow
short_flow(const struct opcode *o)
{
	unsigned char b = o->byte;

	if ((b & 0xf0) == 0x70 || (b >= 0xe0 && b <= 0xe3))
		return DECODE_BRANCH;
	switch (b) {
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
		if (o->extension != 4 && o->extension != 5)
			return DECODE_ON;
		return o->rm >= 0 || o->indexed ? DECODE_COMPUTED : DECODE_END;
	}
	return DECODE_ON;
}

static enum decode_flow
flow(const struct opcode *o)
{
	if (o->map == MAP_SHORT)
		return short_flow(o);
	if (o->map != MAP_0F || o->vector)
		return DECODE_ON;
	if ((o->byte & 0xf0) == 0x80)
		return DECODE_BRANCH;
	return o->byte == 0x0b || o->byte == 0xb9 || o->byte == 0xff ? DECODE_END : DECODE_ON;
}

/* Of an opcode that has one operand, and a part of itself in place of the other. */
static uint32_t
alone(const struct opcode *o)
{
	return o->rm >= 0 ? BIT(o->rm) : 0;
}

static uint32_t
operands(const struct opcode *o)
{
	return BIT(o->reg) | alone(o);
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
short_writes(const struct opcode *o)
{
	unsigned char b = o->byte;
	int low = (b & 7) + (o->rex & 1 ? 8 : 0);

	if (b >= 0x38 && b <= 0x3d)
		return 0;
	if ((b & 0xf8) == 0x58 || (b & 0xf0) == 0xb0)
		return BIT(low);
	if ((b & 0xf8) == 0x90)
		return BIT(low) | BIT(RAX);
	if (b >= 0xa4 && b <= 0xaf)
		return string_writes(b);
	switch (b) {
	case 0x80:
	case 0x81:
	case 0x83:
		return o->extension == 7 ? 0 : alone(o);
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
		return alone(o);
	case 0x84:
	case 0x85:
		return 0;
	case 0x98:
	case 0x99:
		return b == 0x98 ? BIT(RAX) : BIT(RDX);
	case 0xe8:
		return RETURNED;
	case 0xf6:
	case 0xf7:
		return o->extension < 2    ? 0
		       : o->extension >= 4 ? BIT(RAX) | BIT(RDX)
		                           : alone(o);
	case 0xff:
		return o->extension == 2 || o->extension == 3 ? RETURNED : alone(o);
	}
	if (b < 0x40 && (b & 7) >= 4)
		return BIT(RAX);
	return o->has_operands && (b & 0xf8) != 0xd8 ? operands(o) : 0;
}

/* The few of 0f xx that write general registers; most are of vectors. */
static uint32_t
long_writes(const struct opcode *o)
{
	unsigned char b = o->byte;

	if (b == 0x2c || b == 0x2d || b == 0x50 || b == 0xc5 || b == 0xd7 || b == 0x7e ||
	    b == 0x93)
		return operands(o);
	if (o->vector)
		return 0;
	if (b == 0x05 || b == 0xa2 || b == 0x31 || b == 0x01 || b == 0xc7)
		return BIT(RAX) | BIT(RCX) | BIT(RDX) | BIT(RBX) | BIT(11) |
		       (b == 0xc7 ? alone(o) : 0);
	if ((b & 0xf8) == 0xc8)
		return BIT((b & 7) + (o->rex & 1 ? 8 : 0));
	if ((b & 0xf0) == 0x90 || b == 0xba)
		return alone(o);
	if ((b & 0xf0) == 0x40 || ((b & 0xf0) == 0xa0 && o->has_operands) ||
	    (b & 0xf0) == 0xb0 || b == 0xc0 || b == 0xc1)
		return operands(o) | (b == 0xb0 || b == 0xb1 ? BIT(RAX) : 0);
	return 0;
}

static uint32_t
writes(const struct opcode *o)
{
	unsigned char b = o->byte;
	uint32_t all;

	switch (o->map) {
	case MAP_SHORT:
		return short_writes(o);
	case MAP_0F:
		return long_writes(o);
	case MAP_38:
	case MAP_3A:
		if (b < 0xf0 && !(o->map == MAP_3A && b >= 0x14 && b <= 0x17))
			return 0;
		all = operands(o);
		return o->other < 0 ? all : all | BIT(o->other);
	default:
		return 0;
	}
}

/* Loads, stores and addresses. */
static bool
keeps_flags(const struct opcode *o)
{
	unsigned char b = o->byte;

	if (o->map == MAP_SHORT)
		return (b >= 0x88 && b <= 0x8b) || b == 0x8d || (b & 0xf0) == 0xb0 ||
		       b == 0xc6 || b == 0xc7 || b == 0x63 || b == 0x90;
	return o->map == MAP_0F &&
	       (b == 0x10 || b == 0x11 || b == 0x1f || b == 0x28 || b == 0x29 || b == 0x57 ||
	           b == 0x6e || b == 0x6f || b == 0x7e || b == 0x7f || b == 0xd6 || b == 0xef ||
	           b == 0xb6 || b == 0xb7 || b == 0xbe || b == 0xbf);
}

static struct decode_place
place_of_register(int number)
{
	return (struct decode_place){.in_register = true, .number = number};
}

static struct decode_place
place_of_operand(const struct opcode *o)
{
	if (o->rm >= 0)
		return place_of_register(o->rm);
	return (struct decode_place){
	    .in_frame = o->in_frame, .number = o->base, .distance = o->distance};
}

static void
find_kind(struct decode *d, const struct opcode *o)
{
	if (opcode_is_nop(o))
		d->kind = DECODE_NOP;
	if (o->map != MAP_SHORT || !o->wide)
		return;
	switch (o->byte) {
	case 0x89:
	case 0x8b:
		d->kind = DECODE_MOVE;
		d->from = o->byte == 0x89 ? place_of_register(o->reg) : place_of_operand(o);
		d->to = o->byte == 0x89 ? place_of_operand(o) : place_of_register(o->reg);
		break;
	case 0x83:
		if (o->extension == 7 && !o->constant)
			d->kind = DECODE_TEST;
		d->from = place_of_operand(o);
		break;
	case 0x85:
		if (o->reg == o->rm)
			d->kind = DECODE_TEST;
		d->from = place_of_register(o->reg);
		break;
	}
}

static void
find_target(struct decode *d, const struct opcode *o)
{
	d->flow = flow(o);
	if (d->flow != DECODE_JUMP && d->flow != DECODE_BRANCH)
		return;
	d->target_at = o->constant_at;
	d->target = (long)o->length + o->constant;
	d->on_zero = (o->byte & 0xf) == 4;
	d->on_other = (o->byte & 0xf) == 5;
}

struct decode
decode(const unsigned char *s, size_t n)
{
	struct decode d = {0};
	struct opcode o;

	if (!opcode_read(s, n, &o))
		return d;
	d.length = o.length;
	find_target(&d, &o);
	find_kind(&d, &o);
	d.writes = writes(&o);
	d.keeps_flags = keeps_flags(&o);
	return d;
}

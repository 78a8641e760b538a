#include <stdint.h>
#include <string.h>

#include "code/opcode.h"

/* Intel 64 Architectures Software Developer's Manual, volume 2, appendix A. */

enum { LONGEST = 15 };

static long
read_signed(const unsigned char *s, size_t bytes)
{
	int32_t four;
	int16_t two;

	switch (bytes) {
	case 1:
		return (int8_t)*s;
	case 2:
		memcpy(&two, s, sizeof two);
		return two;
	case 4:
		memcpy(&four, s, sizeof four);
		return four;
	}
	return 0;
}

/* Several of the same kind are padding. */
static const unsigned char *
read_prefixes(const unsigned char *s, struct opcode *o)
{
	const unsigned char *end = s + LONGEST;

	for (; s < end; s++)
		switch (*s) {
		case 0x66:
			o->word = true;
			o->prefix = *s;
			break;
		case 0xf2:
		case 0xf3:
			o->prefix = *s;
			break;
		case 0x2e:
			break;
		case 0x67:
			o->short_address = true;
			o->altered = true;
			break;
		case 0x26:
		case 0x36:
		case 0x3e:
		case 0x64:
		case 0x65:
		case 0xf0:
			o->altered = true;
			break;
		default:
			return s;
		}
	return s;
}

/* c5 RvvvvLpp, c4 RXBmmmmm WvvvvLpp, or 62 and three bytes that begin like those of c4: most
   of their bits say the opposite. Returns what is behind the opcode, or NULL. */
static const unsigned char *
read_vector_opcode(const unsigned char *s, struct opcode *o)
{
	static const enum opcode_map maps[] = {
	    MAP_SHORT, MAP_0F, MAP_38, MAP_3A, MAP_SHORT, MAP_5, MAP_6};
	static const unsigned char prefixes[] = {0, 0x66, 0xf3, 0xf2};
	size_t more = s[0] == 0xc5 ? 1 : s[0] == 0xc4 ? 2 : 3;
	unsigned map = more == 1 ? 1 : s[1] & (more == 2 ? 0x1f : 7);
	unsigned char last = s[more == 1 ? 1 : 2];

	if (map >= sizeof maps / sizeof *maps || maps[map] == MAP_SHORT)
		return NULL;
	o->vector = true;
	o->altered |= more == 3;
	o->map = maps[map];
	o->rex = ~s[1] >> 5 & (more == 1 ? 4 : 7);
	o->wide = more > 1 && last & 0x80;
	o->prefix = prefixes[last & 3];
	o->other = ~last >> 3 & 15;
	o->byte = s[more + 1];
	return s + more + 2;
}

/* Returns what is behind it, or NULL. */
static const unsigned char *
read_opcode(const unsigned char *s, struct opcode *o)
{
	const unsigned char *begin = s;

	s = read_prefixes(s, o);
	if (*s == 0xc4 || *s == 0xc5 || *s == 0x62) {
		o->altered |= s != begin;
		return read_vector_opcode(s, o);
	}
	if ((*s & 0xf0) == 0x40) {
		o->rex = *s++ & 15;
		o->wide = o->rex & 8;
	}
	if (*s == 0x0f) {
		o->map = s[1] == 0x38 ? MAP_38 : s[1] == 0x3a ? MAP_3A : MAP_0F;
		s += o->map == MAP_0F ? 1 : 2;
	}
	o->byte = *s;
	return s + 1;
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
has_operands(const struct opcode *o)
{
	static const unsigned char without_0f[] = {0x05, 0x06, 0x07, 0x08, 0x09, 0x0b, 0x0e,
	    0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x37, 0x77, 0xa0, 0xa1, 0xa2, 0xa8, 0xa9, 0xaa};
	unsigned char b = o->byte;

	if (o->map == MAP_0F)
		return !memchr(without_0f, b, sizeof without_0f) && (b & 0xf0) != 0x80 &&
		       (o->vector || (b & 0xf8) != 0xc8);
	if (o->map != MAP_SHORT)
		return true;
	return (b < 0x40 && (b & 7) < 4) || b == 0x63 || b == 0x69 || b == 0x6b ||
	       (b & 0xf0) == 0x80 || b == 0xc0 || b == 0xc1 || b == 0xc6 || b == 0xc7 ||
	       (b >= 0xd0 && b <= 0xd3) || (b & 0xf8) == 0xd8 || b == 0xf6 || b == 0xf7 ||
	       b >= 0xfe;
}

/* Returns what is behind them. */
static const unsigned char *
read_operands(const unsigned char *s, struct opcode *o)
{
	int mod = s[0] >> 6, rm = s[0] & 7;
	size_t distance;

	o->has_operands = true;
	o->extension = *s++ >> 3 & 7;
	o->reg = o->extension + (o->rex & 4 ? 8 : 0);
	if (mod == 3) {
		o->rm = rm + (o->rex & 1 ? 8 : 0);
		return s;
	}
	o->base = rm;
	if (rm == 4) {
		o->base = s[0] & 7;
		o->scaled = s[0] >> 6;
		o->indexed = (*s++ >> 3 & 7) != 4 || o->rex & 2;
	}
	o->relative = rm == 5 && !mod;
	distance = mod == 1 ? 1 : mod == 2 || o->base == 5 ? 4 : 0;
	o->distance = read_signed(s, distance);
	o->in_frame =
	    !o->indexed && !(o->rex & 1) && (o->base == RSP || (o->base == RBP && mod));
	return s + distance;
}

/* The bytes of a constant behind the operands of an opcode of one byte. */
static size_t
short_constant(const struct opcode *o)
{
	unsigned char b = o->byte;
	size_t full = o->word && !o->wide ? 2 : 4;

	if (b < 0x40)
		return (b & 7) == 4 ? 1 : (b & 7) == 5 ? full : 0;
	if ((b & 0xf8) == 0xb8)
		return o->wide ? 8 : full;
	if (b >= 0xa0 && b <= 0xa3)
		return o->short_address ? 4 : 8;
	if ((b & 0xf0) == 0x70 || (b & 0xf8) == 0xb0 || (b & 0xf8) == 0xe0)
		return 1;
	switch (b) {
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
		return o->extension < 2 ? 1 : 0;
	case 0xf7:
		return o->extension < 2 ? full : 0;
	}
	return 0;
}

static size_t
constant_length(const struct opcode *o)
{
	static const unsigned char with[] = {
	    0x0f, 0x70, 0x71, 0x72, 0x73, 0xa4, 0xac, 0xba, 0xc2, 0xc4, 0xc5, 0xc6};

	switch (o->map) {
	case MAP_SHORT:
		return short_constant(o);
	case MAP_0F:
		if (!o->vector && (o->byte & 0xf0) == 0x80)
			return 4;
		return memchr(with, o->byte, sizeof with) ? 1 : 0;
	case MAP_3A:
		return 1;
	default:
		return 0;
	}
}

bool
opcode_read(const unsigned char *s, size_t n, struct opcode *o)
{
	unsigned char bytes[3 * LONGEST] = {0};
	const unsigned char *at;
	size_t constant;

	memcpy(bytes, s, n < LONGEST ? n : LONGEST);
	*o = (struct opcode){.other = -1, .rm = -1};
	at = read_opcode(bytes, o);
	if (!at || (o->map == MAP_SHORT && is_invalid(o->byte)))
		return false;
	if (has_operands(o))
		at = read_operands(at, o);
	constant = constant_length(o);
	o->constant = read_signed(at, constant);
	o->constant_at = (size_t)(at - bytes);
	o->length = o->constant_at + constant;
	return o->length <= LONGEST && o->length <= n;
}

/* 90 alone may be the user's own; f3 90 is pause. */
bool
opcode_is_nop(const struct opcode *o)
{
	if (o->map == MAP_SHORT)
		return o->byte == 0x90 && o->prefix == 0x66;
	return o->map == MAP_0F && o->byte == 0x1f && !o->vector;
}

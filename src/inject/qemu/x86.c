#include <string.h>

#include "x86.h"

/* An instruction without its prefixes. */
struct x86_decoded {
	int map; /* of the opcode: 0 for one byte, 1 behind 0f, 2 behind 0f 38 */
	unsigned char opcode;
	unsigned char modrm, extension;
	bool is_vector; /* begins with VEX */
};

static bool
is_prefix(unsigned char c)
{
	return c && memchr("\x66\x67\xf0\xf2\xf3\x2e\x36\x3e\x26\x64\x65", c, 11);
}

/* Skips prefixes and the bytes that select the map; returns where the opcode is. */
static size_t
find_opcode(const unsigned char *bytes, size_t n, struct x86_decoded *d)
{
	size_t i = 0;

	while (i < n && is_prefix(bytes[i]))
		i++;
	if (i + 2 < n && (bytes[i] == 0xc4 || bytes[i] == 0xc5)) {
		d->is_vector = true;
		d->map = bytes[i] == 0xc5 ? 1 : bytes[i + 1] & 31;
		return i + (bytes[i] == 0xc5 ? 2 : 3);
	}
	if (i < n && (bytes[i] & 0xf0) == 0x40)
		i++;
	if (i < n && bytes[i] == 0x0f) {
		d->map = 1;
		i++;
	}
	return i;
}

static struct x86_decoded
x86_decode(const unsigned char *bytes, size_t n)
{
	struct x86_decoded d = {0};
	size_t i = find_opcode(bytes, n, &d);

	d.opcode = i < n ? bytes[i] : 0;
	d.modrm = i + 1 < n ? bytes[i + 1] : 0;
	d.extension = d.modrm >> 3 & 7;
	return d;
}

bool
x86_has_operands(const unsigned char *bytes, size_t n)
{
	struct x86_decoded d = x86_decode(bytes, n);

	if (d.is_vector)
		return d.map == 2 && d.opcode >= 0x90 && d.opcode <= 0x93;
	if (d.map)
		return false;
	return (d.opcode >= 0xa4 && d.opcode <= 0xa7) || d.opcode == 0x8f ||
	       (d.opcode == 0xff && (d.extension == 2 || d.extension == 6));
}

bool
x86_reads_ticks(const unsigned char *bytes, size_t n)
{
	struct x86_decoded d = x86_decode(bytes, n);

	return d.map == 1 && !d.is_vector &&
	       (d.opcode == 0x31 || (d.opcode == 0x01 && d.modrm == 0xf9));
}

/* Returns true if it stores the bytes, or elements, that a mask selects: maskmovq, maskmovdqu,
   vmaskmovdqu; vmaskmovps, vmaskmovpd, vpmaskmovd and vpmaskmovq. */
static bool
stores_selected(const struct x86_decoded *d)
{
	if (d->map == 1)
		return d->opcode == 0xf7;
	return d->is_vector && d->map == 2 &&
	       (d->opcode == 0x2e || d->opcode == 0x2f || d->opcode == 0x8e);
}

bool
x86_has_gaps(const unsigned char *bytes, size_t n)
{
	struct x86_decoded d = x86_decode(bytes, n);
	/* The extensions of each opcode, as bits: fldenv, fnstenv; frstor, fnsave; fbld, fbstp;
	   fxsave, fxrstor, xsave, xrstor, xsaveopt; xrstors, xsavec, xsaves. */
	static const struct {
		int map;
		unsigned char opcode, extensions;
	} all[] = {{0, 0xd9, 1 << 4 | 1 << 6}, {0, 0xdd, 1 << 4 | 1 << 6},
	    {0, 0xdf, 1 << 4 | 1 << 6}, {1, 0xae, 1 << 0 | 1 << 1 | 1 << 4 | 1 << 5 | 1 << 6},
	    {1, 0xc7, 1 << 3 | 1 << 4 | 1 << 5}};

	if (stores_selected(&d))
		return true;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (all[i].map == d.map && all[i].opcode == d.opcode)
			return !d.is_vector && d.modrm < 0xc0 &&
			       all[i].extensions >> d.extension & 1;
	return false;
}

#include <string.h>

#include "code/stub.h"

/* Stubs jump through a place that the dynamic linker fills in; what follows is not executed, or
   finds the function when it is called first. Those of linkers begin at multiples of their
   size, those of calls.h between. The forms that linkers make, of which the second takes 8
   bytes and the others 16:
       jmp *place(%rip); push $n; jmp first
       jmp *place(%rip); xchg %ax,%ax
       endbr64; jmp *place(%rip); nop
       endbr64; bnd jmp *place(%rip); nop */
enum { SHORT = 8 };

static const unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa}, bnd = 0xf2,
                           jump[] = {0xff, 0x25}, padding[] = {0x66, 0x90};

/* Where the distance to the place is in a stub, or 0. */
static size_t
distance_at(const unsigned char *stub)
{
	size_t at = memcmp(stub, endbr64, sizeof endbr64) ? 0 : sizeof endbr64;

	if (at && stub[at] == bnd)
		at++;
	return memcmp(stub + at, jump, sizeof jump) ? 0 : at + sizeof jump;
}

/* The import of the stub at an address, if its size is that. */
static const char *
import_of(const struct image *image, uint64_t address, size_t size)
{
	size_t n, at;
	const unsigned char *stub = image_bytes(image, address, &n);
	int32_t distance;

	if (!stub || n < size || !(at = distance_at(stub)) || at + sizeof distance > size)
		return NULL;
	memcpy(&distance, stub + at, sizeof distance);
	at += sizeof distance;
	if ((size == SHORT) != !memcmp(stub + at, padding, sizeof padding))
		return NULL;
	return image_import(image, address + at + (uint64_t)(int64_t)distance);
}

size_t
stub_start(const struct image *image, unsigned char start[STUB_SIZE])
{
	const unsigned char *code;
	uint64_t address, end;
	size_t i, n;

	for (i = 0; (code = image_code(image, i, &address, &n)); i++)
		for (end = address + n; end - address >= SHORT; address += SHORT, code += SHORT)
			if (stub_import(image, address) && distance_at(code)) {
				memcpy(start, code, distance_at(code));
				return distance_at(code);
			}
	return 0;
}

const char *
stub_import(const struct image *image, uint64_t address)
{
	uint64_t start = address & ~(uint64_t)(SHORT - 1);
	const char *name = import_of(image, start, SHORT);

	if (!name)
		name = import_of(image, address & ~(uint64_t)(STUB_SIZE - 1), STUB_SIZE);
	/* One of calls.h. */
	return name ? name : import_of(image, start, STUB_SIZE);
}

#include <elf.h>
#include <string.h>

#include "code/machine_code.h"
#include "code/stub.h"
#include "util/array.h"

/* Stubs jump through a place that the dynamic linker fills in; what follows is not executed, or
   finds the function when it is called first. A linker's stubs begin at multiples of
   their size, those of calls.h between. The forms that linkers make, of which the second takes
   8 bytes and the others 16:
       jmp *place(%rip); push $n; jmp first
       jmp *place(%rip); xchg %ax,%ax
       endbr64; jmp *place(%rip); nop
       endbr64; bnd jmp *place(%rip); nop */
enum { SHORT = 8 };

static const unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa}, bnd = 0xf2,
                           jump[] = {0xff, 0x25}, padding[] = {0x66, 0x90};

/* Returns where the distance to the place is in a stub, or 0. */
static size_t
distance_at(const unsigned char *stub)
{
	size_t at = memcmp(stub, endbr64, sizeof endbr64) ? 0 : sizeof endbr64;

	if (at && stub[at] == bnd)
		at++;
	return memcmp(stub + at, jump, sizeof jump) ? 0 : at + sizeof jump;
}

/* Returns the import of the stub at an address, if its size is that. */
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

/* Finds the import of a stub of x86-64. */
static const char *
native_import(const struct image *image, uint64_t address)
{
	uint64_t start = address & ~(uint64_t)(SHORT - 1);
	const char *name = import_of(image, start, SHORT);

	if (!name)
		name = import_of(image, address & ~(uint64_t)(STUB_SIZE - 1), STUB_SIZE);
	/* One of calls.h. */
	return name ? name : import_of(image, start, STUB_SIZE);
}

/* On other machines, the instructions of a stub, of which the first two name the place:
       bti c; adrp x16,page; ldr x17,[x16,#n]; add x16,x16,#n; br x17; nop
   of which only some linkers write the first one, and the last one with it, and
       auipc t3,page; ld t3,n(t3); jalr t1,t3; nop */
static const struct form {
	int machine;
	uint32_t masks[4], bits[4];
} forms[] = {{EM_AARCH64, {0x9f00001f, 0xffc003ff, 0xffc003ff, 0xffffffff},
                 {0x90000010, 0xf9400211, 0x91000210, 0xd61f0220}},
    {EM_RISCV, {0x00000fff, 0x000fffff, 0xffffffff, 0xffffffff},
        {0x00000e17, 0x000e3e03, 0x000e0367, 0x00000013}}};

enum { LENGTH = 4, INSTRUCTIONS = 4 };

static bool
place_of_form(
    const struct image *image, const struct form *form, uint64_t address, uint64_t *place)
{
	uint32_t words[INSTRUCTIONS];
	size_t n;
	const unsigned char *bytes = image_bytes(image, address, &n);

	if (!bytes || n < sizeof words)
		return false;
	memcpy(words, bytes, sizeof words);
	for (size_t i = 0; i < INSTRUCTIONS; i++)
		if ((words[i] & form->masks[i]) != form->bits[i])
			return false;
	return machine_code_place(image, address, address + sizeof words, address, place);
}

bool
stub_place(const struct image *image, uint64_t address, uint64_t *place)
{
	return place_of_form(image, &forms[0], address, place);
}

static bool
is_landing(const struct image *image, uint64_t address)
{
	static const unsigned char bti_c[] = {0x5f, 0x24, 0x03, 0xd5};
	size_t n;
	const unsigned char *bytes = image_bytes(image, address, &n);

	return bytes && n >= sizeof bti_c && !memcmp(bytes, bti_c, sizeof bti_c);
}

/* The address may be that of any of the stub's instructions. */
static const char *
foreign_import(const struct image *image, uint64_t address)
{
	uint64_t start = is_landing(image, address) ? address + LENGTH : address;
	uint64_t place;

	for (size_t i = 0; i < COUNTOF(forms); i++)
		for (size_t k = 0; forms[i].machine == image_machine(image) && k < INSTRUCTIONS;
		     k++)
			if (place_of_form(image, &forms[i], start - k * LENGTH, &place) &&
			    image_import(image, place))
				return image_import(image, place);
	return NULL;
}

const char *
stub_import(const struct image *image, uint64_t address)
{
	if (image_machine(image) != EM_X86_64)
		return foreign_import(image, address);
	return native_import(image, address);
}

/* Copies the start of a stub that begins at the address. Returns 0 if none does whose size is
   STUB_SIZE. */
static size_t
copy_start(const struct image *image, uint64_t address, const unsigned char *bytes,
    unsigned char start[STUB_SIZE])
{
	if (image_machine(image) == EM_X86_64) {
		memcpy(start, bytes, distance_at(bytes));
		return distance_at(bytes);
	}
	for (size_t i = 0; i <= INSTRUCTIONS; i++)
		if (is_landing(image, address - i * LENGTH))
			return 0;
	memcpy(start, forms[0].bits, STUB_SIZE);
	return STUB_SIZE;
}

size_t
stub_start(const struct image *image, unsigned char start[STUB_SIZE])
{
	const unsigned char *bytes;
	uint64_t address;
	size_t n, copied;

	for (size_t i = 0; (bytes = image_range(image, i, &address, &n)); i++)
		for (uint64_t end = address + n; end - address >= SHORT;
		     address += SHORT, bytes += SHORT)
			if (stub_import(image, address) &&
			    (copied = copy_start(image, address, bytes, start)))
				return copied;
	return 0;
}

#include <elf.h>
#include <string.h>

#include "code/instruction.h"
#include "code/machine_code.h"

enum { REGISTERS = 32 };

struct instruction
machine_code_read(const struct image *image, uint64_t address)
{
	size_t n;
	const unsigned char *code = image_bytes(image, address, &n);

	if (!code)
		return (struct instruction){0};
	switch (image_machine(image)) {
	case EM_AARCH64:
		return aarch64_read(code, n);
	case EM_RISCV:
		return riscv_read(code, n);
	default:
		return instruction_read(code, n);
	}
}

/* The bits of an instruction; 0 at the end. */
static uint32_t
bits_at(const struct image *image, uint64_t address)
{
	size_t n;
	const unsigned char *code = image_bytes(image, address, &n);
	uint32_t bits = 0;

	if (code)
		memcpy(&bits, code, n < sizeof bits ? n : sizeof bits);
	return bits;
}

static unsigned
field(uint32_t bits, unsigned from)
{
	return bits >> from & (REGISTERS - 1);
}

/* What an instruction does to make an address. */
struct part {
	bool is_page, is_rest;
	unsigned number; /* of the register with the page */
	uint64_t value;  /* the page, or what is added to it */
};

static struct part
read_aarch64(uint32_t bits, uint64_t address)
{
	struct part part = {0};
	bool vector = bits >> 26 & 1;

	if ((bits & 0x9f000000) == 0x90000000) { /* adrp */
		int64_t pages = (int32_t)(bits << 8) >> 13;

		part = (struct part){.is_page = true, .number = field(bits, 0)};
		part.value = (address & ~(uint64_t)0xfff) +
		             (uint64_t)(pages * 4 + (bits >> 29 & 3)) * 0x1000;
	} else if ((bits & 0xffc00000) == 0x91000000) { /* add */
		part = (struct part){.is_rest = true, .number = field(bits, 5)};
		part.value = bits >> 10 & 0xfff;
	} else if ((bits & 0x3b000000) == 0x39000000) { /* a load or store */
		bool whole = vector && (bits >> 23 & 1);

		part = (struct part){.is_rest = true, .number = field(bits, 5)};
		part.value = (uint64_t)(bits >> 10 & 0xfff) << (whole ? 4 : bits >> 30);
	}
	return part;
}

static struct part
read_riscv(uint32_t bits, uint64_t address)
{
	struct part part = {.number = field(bits, 15)};
	uint64_t load = (uint64_t)(int64_t)((int32_t)bits >> 20);
	uint64_t store = (load & ~(uint64_t)31) | field(bits, 7);

	switch (bits & 0x7f) {
	case 0x17: /* auipc */
		part.is_page = true;
		part.number = field(bits, 7);
		part.value = address + (uint64_t)(int64_t)(int32_t)(bits & 0xfffff000);
		break;
	case 0x13: /* addi */
		part.is_rest = !(bits >> 12 & 7);
		part.value = load;
		break;
	case 0x03: /* loads, jalr */
	case 0x07:
	case 0x67:
		part.is_rest = true;
		part.value = load;
		break;
	case 0x23: /* stores */
	case 0x27:
		part.is_rest = true;
		part.value = store;
		break;
	}
	return part;
}

static struct part
read_part(const struct image *image, uint64_t address)
{
	uint32_t bits = bits_at(image, address);

	return image_machine(image) == EM_AARCH64 ? read_aarch64(bits, address)
	                                          : read_riscv(bits, address);
}

/* Finds the rest of the page that the instruction at an address has. */
static bool
find_rest(const struct image *image, uint64_t end, uint64_t address, struct part page,
    uint64_t *place)
{
	struct instruction i = machine_code_read(image, address);

	while (i.length && (address += i.length) < end) {
		struct part part = read_part(image, address);

		if (part.is_rest && part.number == page.number) {
			*place = page.value + part.value;
			return true;
		}
		i = machine_code_read(image, address);
		if (i.writes >> page.number & 1)
			return false;
	}
	return false;
}

bool
machine_code_place(
    const struct image *image, uint64_t begin, uint64_t end, uint64_t address, uint64_t *place)
{
	struct part wanted = read_part(image, address), part;
	struct part page = {0};
	struct instruction i;
	uint64_t at;

	if (wanted.is_page)
		return find_rest(image, end, address, wanted, place);
	for (at = begin; wanted.is_rest && at < address; at += i.length) {
		i = machine_code_read(image, at);
		if (!i.length)
			return false;
		part = read_part(image, at);
		if (part.is_page && part.number == wanted.number)
			page = part;
		else if (i.writes >> wanted.number & 1)
			page.is_page = false;
	}
	*place = page.value + wanted.value;
	return page.is_page;
}

bool
machine_code_has_frame_pointer(const struct image *image, uint64_t begin, uint64_t end)
{
	struct instruction i;

	for (; begin < end; begin += i.length) {
		uint32_t bits = bits_at(image, begin);
		/* add x29,sp,#n; addi s0,sp,n; c.addi4spn s0,n */
		bool sets = image_machine(image) == EM_AARCH64
		                ? (bits & 0xffc003ff) == 0x910003fd
		                : (bits & 0xfffff) == 0x10413 ||
		                      ((bits & 0xe01f) == 0 && (bits & 0x1fe0));

		i = machine_code_read(image, begin);
		if (sets)
			return true;
		if (!i.length)
			break;
	}
	return false;
}

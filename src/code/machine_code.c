#include <elf.h>

#include "code/machine_code.h"

struct instruction
machine_code_read(const struct image *image, uint64_t address)
{
	size_t n;
	const unsigned char *bytes = image_bytes(image, address, &n);

	return bytes ? instruction_read_of(image_machine(image), bytes, n)
	             : (struct instruction){0};
}

/* Returns the address that two halves make. page: the first one, at that address. */
static uint64_t
machine_code_place_of(const struct image *image, const struct instruction *page,
    uint64_t address, const struct instruction *rest)
{
	if (image_machine(image) == EM_AARCH64)
		address &= ~(uint64_t)0xfff;
	return address + (uint64_t)page->half_value + (uint64_t)rest->half_value;
}

static bool
writes(const struct instruction *i, int number)
{
	return i->writes >> number & 1;
}

/* Finds the rest of the page that the instruction at an address has. */
static bool
find_rest(const struct image *image, uint64_t end, uint64_t address,
    const struct instruction *page, uint64_t *place)
{
	uint64_t at = address + page->length;
	struct instruction i;

	for (; at < end; at += i.length) {
		i = machine_code_read(image, at);
		if (i.half == HALF_REST && i.half_number == page->half_number) {
			*place = machine_code_place_of(image, page, address, &i);
			return true;
		}
		if (!i.length || writes(&i, page->half_number))
			break;
	}
	return false;
}

bool
machine_code_place(
    const struct image *image, uint64_t begin, uint64_t end, uint64_t address, uint64_t *place)
{
	struct instruction wanted = machine_code_read(image, address), page = {0}, i;
	uint64_t page_at = 0;

	if (wanted.half == HALF_PAGE)
		return find_rest(image, end, address, &wanted, place);
	for (uint64_t at = begin; wanted.half == HALF_REST && at < address; at += i.length) {
		i = machine_code_read(image, at);
		if (!i.length)
			return false;
		if (i.half == HALF_PAGE && i.half_number == wanted.half_number) {
			page = i;
			page_at = at;
		} else if (writes(&i, wanted.half_number)) {
			page.half = HALF_NONE;
		}
	}
	*place = machine_code_place_of(image, &page, page_at, &wanted);
	return page.half == HALF_PAGE;
}

bool
machine_code_has_frame_pointer(const struct image *image, uint64_t begin, uint64_t end)
{
	struct instruction i = {.length = 1};

	for (; begin < end && i.length; begin += i.length) {
		i = machine_code_read(image, begin);
		if (i.sets_frame)
			return true;
	}
	return false;
}

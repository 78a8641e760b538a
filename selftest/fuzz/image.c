/* An executable or a library, and after "\f\n" what objdump printed of its code. */

#include <elf.h>
#include <stdio.h>

#include "code/calls.h"
#include "code/disassembly.h"
#include "code/image.h"
#include "code/isolate.h"
#include "code/listing.h"
#include "code/machine_code.h"
#include "code/stub.h"
#include "code/symbol_file.h"
#include "fuzz.h"
#include "../unit/profile.h"
#include "util/array.h"

enum { MOST_STEPS = 300, MOST_RANGES = 8 };

/* Each instruction of the functions that image_function finds is a step. */
static void
add_steps(struct profile *profile, const struct image *image, uint64_t address, size_t n)
{
	struct profile_function *function = NULL;
	uint64_t begin = 0, end = 0, at = address, place;
	size_t length, sites = 0;

	for (; at - address < n && sites < MOST_STEPS; at += length ? length : 4) {
		const struct image_symbol *symbol = image_symbol(image, at);

		length = machine_code_read(image, at).length;
		if (symbol)
			image_whole(image, symbol);
		stub_import(image, at);
		image_import(image, at);
		machine_code_place(image, address, address + n, at, &place);
		if (!function || at - begin >= end - begin) {
			if (!image_function(image, at, &begin, &end))
				continue;
			function = profile_function(profile, symbol ? symbol->name : "f", PROFILE_PROGRAM, 0);
		}
		*ARRAY_ADD(function->sites, function->site_count) =
		    (struct profile_site){.address = at, .executions = 1};
		sites++;
	}
}

static struct profile *
make_profile(const struct image *image)
{
	struct profile *profile = profile_new();
	const unsigned char *bytes;
	uint64_t address;
	size_t n;

	for (size_t i = 0; i < MOST_RANGES && (bytes = image_range(image, i, &address, &n)); i++)
		add_steps(profile, image, address, n);
	return profile;
}

static void
read_image(const char *printed)
{
	const struct image *image = image_open("input.so");
	unsigned char start[STUB_SIZE];
	struct words imports = WORDS_EMPTY;
	struct text bytes = TEXT_EMPTY;
	struct profile *profile;

	if (!image)
		return;
	image_has_near_calls(image);
	image_needs_libraries(image);
	image_is_fixed(image);
	image_add_imports(image, &imports);
	words_free(&imports);
	calls_are_separate(image, start, stub_start(image, start));
	profile = make_profile(image);
	if (image_machine(image) == EM_X86_64) {
		listing_fill(profile, 0, image);
	} else {
		disassembly_ask(profile, &image, &bytes);
		text_free(&bytes);
		disassembly_read(profile, &image, printed);
	}
	profile_free(profile);
	image_free((struct image *)image);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	const uint8_t *end = memmem(data, n, "\f\n", 2);
	size_t file = end ? (size_t)(end - data) : n;
	char *printed = memory_copy_n(end ? (const char *)end + 2 : "", end ? n - file - 2 : 0);

	fuzz_store("input.so", data, file);
	read_image(printed);
	free(printed);
	unlink("symbols");
	symbol_file_write("input.so", "symbols");
	isolate_memory("input.so");
	return 0;
}

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "code/image.h"
#include "code/object.h"
#include "code/symbol_file.h"
#include "machine/native.h"
#include "util/array.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/text.h"

char *
symbol_file_find(const char *library)
{
	struct image *image = image_open(library);
	const char *id = image ? image_build_id(image) : "";
	char *path = strlen(id) > 2
	                 ? text_print("/usr/lib/debug/.build-id/%.2s/%s.debug", id, id + 2)
	                 : NULL;

	image_free(image);
	if (path && access(path, R_OK)) {
		free(path);
		path = NULL;
	}
	return path;
}

/* Returns true if a symbol names code in another way than the table of what the library
   exports, which is read anyway: there no name has a version. */
static bool
symbol_file_is_wanted(const struct object *object, const Elf64_Sym *symbol)
{
	unsigned char type = ELF64_ST_TYPE(symbol->st_info);

	return (type == STT_FUNC || type == STT_GNU_IFUNC) &&
	       (ELF64_ST_BIND(symbol->st_info) == STB_LOCAL ||
	           strchr(object_symbol_name(object, symbol), '@'));
}

/* Keeps the first symbol and those that are wanted. */
static void
keep_symbols(struct object *object)
{
	struct section *table = &object->sections[object->symbols];
	size_t n, kept = 0, locals = 0;
	Elf64_Sym *symbols = object_symbols(object, &n);

	for (size_t i = 0; i < n; i++) {
		if (i && !symbol_file_is_wanted(object, &symbols[i]))
			continue;
		symbols[kept++] = symbols[i];
		locals += i < table->header.sh_info;
	}
	text_cut(&table->bytes, kept * sizeof *symbols);
	table->header.sh_info = (Elf64_Word)locals;
}

/* A section that is loaded with the library has an address and a size, but no bytes in the new
   file. Symbols, their names and the names of sections keep their bytes. */
static void
symbol_file_reduce(struct object *object)
{
	size_t strings = object->sections[object->symbols].header.sh_link;

	keep_symbols(object);
	for (size_t i = 1; i < object->section_count; i++) {
		Elf64_Shdr *header = &object->sections[i].header;

		if (i == object->symbols || i == object->names || i == strings)
			continue;
		if (header->sh_flags & SHF_ALLOC)
			header->sh_type = SHT_NOBITS;
		else
			*header = (Elf64_Shdr){.sh_type = SHT_NULL};
	}
}

bool
symbol_file_write(const char *debug, const char *path)
{
	FREED_BY(object_free) struct object object = {0};

	if (!object_read_linked(&object, debug) || object.header.e_machine != native.number ||
	    !object.symbols)
		return false;
	symbol_file_reduce(&object);
	return object_write(&object, path);
}

static void
symbol_file_place_library(const char *dir, const char *library)
{
	OWNED char *real = file_real(library);
	OWNED char *debug = real ? symbol_file_find(real) : NULL;
	OWNED char *path = text_print("%s%s", dir, real ? real : "");
	OWNED char *parent = file_parent(path);

	if (debug && file_make_dirs(parent))
		symbol_file_write(debug, path);
}

void
symbol_file_place(const char *dir)
{
	static const char *const names[] = {"libc.so.6", "libm.so.6"};
	OWNED char *home = file_home(native.loader);

	symbol_file_place_library(dir, native.loader);
	for (size_t i = 0; i < COUNTOF(names); i++) {
		OWNED char *library = text_print("%s/%s", home ? home : "", names[i]);

		symbol_file_place_library(dir, library);
	}
}

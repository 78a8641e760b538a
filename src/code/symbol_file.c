#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "code/elf_file.h"
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

/* A new file and the section headers of an old one, which are changed for it. */
struct reduced {
	struct text file;
	Elf64_Shdr *sections;
	size_t n;
};

/* The bytes that a section has in the file, or NULL: it has none, though it may say a size. */
static const Elf_Data *
bytes_of(Elf_Scn *section)
{
	const Elf_Data *data = elf_rawdata(section, NULL);

	return data && (data->d_buf || !data->d_size) ? data : NULL;
}

/* Keeps the section's bytes. */
static bool
symbol_file_keep(struct reduced *reduced, size_t i, Elf_Scn *section)
{
	const Elf_Data *data = bytes_of(section);

	object_align(&reduced->file);
	reduced->sections[i].sh_offset = reduced->file.n;
	if (!data || data->d_size != reduced->sections[i].sh_size)
		return false;
	if (data->d_size)
		text_add_n(&reduced->file, data->d_buf, data->d_size);
	return true;
}

/* Whether a symbol names code in another way than the table of what the library exports, which
   is read anyway: there no name has a version. */
static bool
symbol_file_is_wanted(const Elf64_Sym *symbol, const Elf_Data *names)
{
	unsigned char type = ELF64_ST_TYPE(symbol->st_info);
	const char *name = (const char *)names->d_buf + symbol->st_name;

	if ((type != STT_FUNC && type != STT_GNU_IFUNC) || symbol->st_name >= names->d_size)
		return false;
	return ELF64_ST_BIND(symbol->st_info) == STB_LOCAL ||
	       memchr(name, '@', strnlen(name, names->d_size - symbol->st_name));
}

/* Keeps the symbols that are wanted. */
static bool
keep_symbols(struct reduced *reduced, size_t i, Elf *elf)
{
	Elf64_Shdr *header = &reduced->sections[i];
	const Elf_Data *symbols = bytes_of(elf_getscn(elf, i));
	const Elf_Data *names = bytes_of(elf_getscn(elf, header->sh_link));
	const Elf64_Sym *symbol;
	size_t n, locals = 1;

	if (!symbols || !names)
		return false;
	symbol = symbols->d_buf;
	n = symbols->d_size / sizeof *symbol;
	object_align(&reduced->file);
	header->sh_offset = reduced->file.n;
	for (size_t k = 0; k < n; k++) {
		if (k && !symbol_file_is_wanted(&symbol[k], names))
			continue;
		text_add_n(&reduced->file, (const char *)&symbol[k], sizeof *symbol);
		locals += k && k < header->sh_info;
	}
	header->sh_size = reduced->file.n - header->sh_offset;
	header->sh_info = (Elf64_Word)locals;
	return true;
}

/* What is loaded with the library has an address and a size, but no bytes in this file. Of the
   rest, only the symbols and their names stay, and the names of sections. */
static bool
reduce_section(struct reduced *reduced, size_t i, Elf *elf, size_t names, size_t strings)
{
	Elf64_Shdr *header = &reduced->sections[i];

	if (header->sh_type == SHT_SYMTAB)
		return keep_symbols(reduced, i, elf);
	if (i == names || i == strings)
		return symbol_file_keep(reduced, i, elf_getscn(elf, i));
	if (header->sh_flags & SHF_ALLOC)
		header->sh_type = SHT_NOBITS;
	else
		*header = (Elf64_Shdr){.sh_type = SHT_NULL};
	return true;
}

static bool
reduce(struct reduced *reduced, Elf *elf)
{
	const Elf64_Ehdr *old = elf64_getehdr(elf);
	const Elf64_Phdr *segments = elf64_getphdr(elf);
	size_t names, strings = 0, i; /* the sections of names, and of those of symbols */
	const Elf64_Shdr *section;
	Elf64_Ehdr header;

	/* With PN_XNUM, their number is elsewhere. */
	if (!old || old->e_machine != native.number || !segments || !old->e_phnum ||
	    old->e_phnum == PN_XNUM || elf_getshdrnum(elf, &reduced->n) ||
	    elf_getshdrstrndx(elf, &names))
		return false;
	reduced->sections = memory_array(reduced->n + 1, sizeof *reduced->sections);
	for (i = 0; i < reduced->n; i++) {
		if (!(section = elf64_getshdr(elf_getscn(elf, i))))
			return false;
		reduced->sections[i] = *section;
		if (section->sh_type == SHT_SYMTAB)
			strings = section->sh_link;
	}
	header = *old;
	header.e_phoff = sizeof header;
	text_add_n(&reduced->file, (const char *)&header, sizeof header);
	text_add_n(&reduced->file, (const char *)segments, header.e_phnum * sizeof *segments);
	for (i = 1; strings && i < reduced->n; i++)
		if (!reduce_section(reduced, i, elf, names, strings))
			return false;
	object_align(&reduced->file);
	header.e_shoff = reduced->file.n;
	memcpy(reduced->file.s, &header, sizeof header);
	text_add_n(&reduced->file, (const char *)reduced->sections,
	    reduced->n * sizeof *reduced->sections);
	return strings != 0;
}

bool
symbol_file_write(const char *debug, const char *path)
{
	struct elf_file file;
	struct reduced reduced = {TEXT_EMPTY, NULL, 0};
	bool written;

	if (!elf_file_open(&file, debug))
		return false;
	written = file.elf && reduce(&reduced, file.elf) &&
	          file_write(path, reduced.file.s, reduced.file.n);
	text_free(&reduced.file);
	free(reduced.sections);
	elf_file_close(&file);
	return written;
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

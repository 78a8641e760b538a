#include <elf.h>
#include <elfutils/libdwelf.h>
#include <errno.h>
#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

#include "code/image.h"
#include "code/object.h"
#include "util/array.h"
#include "util/file.h"
#include "util/order.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/text.h"

/* A place that the dynamic linker fills in: name is the image's, or NULL for the symbol at
   address. */
struct import {
	uint64_t place, address;
	const char *name;
};

struct image_named {
	struct image_symbol symbol;
	int rank;       /* the lower, the better is the name */
	uint64_t reach; /* where the last one ends of this symbol and those before */
};

struct image {
	struct text file;
	Elf *elf;
	int machine;
	bool needs_libraries;
	Elf64_Phdr unwinding; /* PT_GNU_EH_FRAME; p_filesz is 0 if there is none */
	Elf64_Phdr *maps;     /* PT_LOAD */
	size_t map_count;
	struct image_named *symbols; /* by address, the best name last */
	size_t symbol_count;
	struct import *imports;
	size_t import_count;
	char *build_id; /* NULL: it has none */
};

int
image_machine(const struct image *image)
{
	return image->machine;
}

static bool
is_in_file(const struct image *image, uint64_t offset, uint64_t size)
{
	return offset <= image->file.n && size <= image->file.n - offset;
}

static bool
has_needed(const struct image *image, const Elf64_Phdr *p)
{
	Elf64_Dyn entry;

	for (uint64_t at = 0; p->p_filesz - at >= sizeof entry; at += sizeof entry) {
		memcpy(&entry, image->file.s + p->p_offset + at, sizeof entry);
		if (entry.d_tag == DT_NEEDED)
			return true;
		if (entry.d_tag == DT_NULL)
			break;
	}
	return false;
}

static char *
read_build_id(Elf *elf)
{
	const void *bytes;
	struct text id = TEXT_EMPTY;
	ssize_t n = dwelf_elf_gnu_build_id(elf, &bytes);

	for (ssize_t i = 0; i < n; i++)
		text_addf(&id, "%02x", ((const unsigned char *)bytes)[i]);
	return text_take(&id);
}

static bool
read_program_header(struct image *image, const Elf64_Phdr *p)
{
	if (p->p_type != PT_LOAD && p->p_type != PT_NOTE && p->p_type != PT_DYNAMIC &&
	    p->p_type != PT_GNU_EH_FRAME)
		return true;
	if (!is_in_file(image, p->p_offset, p->p_filesz))
		return false;
	if (p->p_type == PT_LOAD)
		image->maps[image->map_count++] = *p;
	else if (p->p_type == PT_GNU_EH_FRAME)
		image->unwinding = *p;
	else if (p->p_type == PT_DYNAMIC)
		image->needs_libraries = has_needed(image, p);
	return true;
}

/* Functions of gelf.h copy headers, which a damaged file need not align. */
static bool
read_program_headers(struct image *image)
{
	GElf_Phdr header;
	size_t n;

	if (elf_getphdrnum(image->elf, &n))
		return false;
	image->maps = memory_array(n, sizeof *image->maps);
	for (size_t i = 0; i < n; i++)
		if (!gelf_getphdr(image->elf, (int)i, &header) ||
		    !read_program_header(image, &header))
			return false;
	return n > 0;
}

/* Names of the implementation, such as __libc_malloc, are worse than others. */
static int
rank_of(const Elf64_Sym *s, const char *name)
{
	int rank = 0;

	while (name[rank] == '_' && rank < 3)
		rank++;
	if (ELF64_ST_TYPE(s->st_info) == STT_NOTYPE)
		rank += 8;
	if (ELF64_ST_BIND(s->st_info) == STB_LOCAL)
		rank += 4;
	return rank;
}

/* Returns true for names that are not the program's: "$x" and "$d", with which other machines
   mark code and data between it, and labels of the assembler. */
static bool
is_mark(const struct image *image, const char *name)
{
	return image_machine(image) != EM_X86_64 && (*name == '$' || text_begins(name, ".L"));
}

static void
image_add_symbol(struct image *image, const Elf64_Sym *s, const char *name)
{
	int type = ELF64_ST_TYPE(s->st_info);
	bool function = type == STT_FUNC || type == STT_GNU_IFUNC;
	struct image_named *named;

	if (!name || !*name || s->st_shndx == SHN_UNDEF ||
	    (s->st_shndx >= SHN_LORESERVE && s->st_shndx != SHN_XINDEX) ||
	    (!function && type != STT_OBJECT && type != STT_NOTYPE) || is_mark(image, name))
		return;
	named = ARRAY_ADD(image->symbols, image->symbol_count);
	named->symbol = (struct image_symbol){
	    .name = name, .address = s->st_value, .size = s->st_size, .function = function};
	named->rank = rank_of(s, name);
}

/* Returns the symbols of a table, aligned for reading; *n: how many there are. */
static const Elf64_Sym *
symbols_of(Elf_Scn *section, size_t *n)
{
	const Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;

	*n = data && data->d_buf && data->d_type == ELF_T_SYM ? data->d_size / sizeof(Elf64_Sym)
	                                                      : 0;
	return *n ? data->d_buf : NULL;
}

static void
read_symbols(struct image *image, Elf_Scn *section, size_t names)
{
	size_t n;
	const Elf64_Sym *s = symbols_of(section, &n);

	for (size_t i = 0; i < n; i++)
		image_add_symbol(image, &s[i], elf_strptr(image->elf, names, s[i].st_name));
}

/* Relocations by which the dynamic linker writes the address of a symbol to a place, and those
   by which it writes where the file itself is loaded, and a number added to it. */
static const struct relocation {
	int machine;
	uint32_t named[3], address[2];
} relocations[] = {{EM_X86_64, {R_X86_64_64, R_X86_64_JUMP_SLOT, R_X86_64_GLOB_DAT},
                       {R_X86_64_RELATIVE, R_X86_64_IRELATIVE}},
    {EM_AARCH64, {R_AARCH64_ABS64, R_AARCH64_JUMP_SLOT, R_AARCH64_GLOB_DAT},
        {R_AARCH64_RELATIVE, R_AARCH64_IRELATIVE}},
    {EM_RISCV, {R_RISCV_64, R_RISCV_JUMP_SLOT, R_RISCV_64},
        {R_RISCV_RELATIVE, R_RISCV_IRELATIVE}}};

static void
add_import(struct image *image, const Elf64_Rela *r, Elf_Scn *table)
{
	struct import import = {.place = r->r_offset, .address = (uint64_t)r->r_addend};
	const struct relocation *kind = relocations;
	uint32_t type = ELF64_R_TYPE(r->r_info);
	size_t n, i = ELF64_R_SYM(r->r_info);
	const Elf64_Sym *s;
	GElf_Shdr header;

	while (kind->machine != image_machine(image))
		kind++;
	if (type == kind->named[0] || type == kind->named[1] || type == kind->named[2]) {
		s = symbols_of(table, &n);
		if ((type == kind->named[0] && r->r_addend) || !gelf_getshdr(table, &header) ||
		    i >= n)
			return;
		import.name = elf_strptr(image->elf, header.sh_link, s[i].st_name);
		if (!import.name)
			return;
	} else if (type != kind->address[0] && type != kind->address[1]) {
		return;
	}
	*ARRAY_ADD(image->imports, image->import_count) = import;
}

static void
read_relocations(struct image *image, Elf_Scn *section, size_t symbols)
{
	const Elf_Data *data = elf_getdata(section, NULL);
	const Elf64_Rela *r;
	size_t n;

	if (!data || !data->d_buf || data->d_type != ELF_T_RELA)
		return;
	r = data->d_buf;
	n = data->d_size / sizeof *r;
	for (size_t i = 0; i < n; i++)
		add_import(image, &r[i], elf_getscn(image->elf, symbols));
}

static int
compare_symbols(const void *a, const void *b)
{
	const struct image_named *x = a, *y = b;
	size_t m = strlen(x->symbol.name), n = strlen(y->symbol.name);

	if (x->symbol.address != y->symbol.address)
		return x->symbol.address < y->symbol.address ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank > y->rank ? -1 : 1;
	if (m != n)
		return m > n ? -1 : 1;
	return strcmp(y->symbol.name, x->symbol.name);
}

static void
sort_symbols(struct image *image)
{
	uint64_t reach = 0;

	if (image->symbol_count)
		qsort(image->symbols, image->symbol_count, sizeof *image->symbols,
		    compare_symbols);
	for (size_t i = 0; i < image->symbol_count; i++) {
		const struct image_symbol *s = &image->symbols[i].symbol;
		uint64_t size =
		    s->size < UINT64_MAX - s->address ? s->size : UINT64_MAX - s->address;

		if (reach < s->address + size)
			reach = s->address + size;
		image->symbols[i].reach = reach;
	}
}

/* A file without section headers has bytes, but no names. */
static void
image_read_sections(struct image *image)
{
	Elf_Scn *section = NULL;

	while ((section = elf_nextscn(image->elf, section))) {
		GElf_Shdr header;

		if (!gelf_getshdr(section, &header) ||
		    !is_in_file(image, header.sh_offset, header.sh_size))
			continue;
		if (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM)
			read_symbols(image, section, header.sh_link);
		else if (header.sh_type == SHT_RELA)
			read_relocations(image, section, header.sh_link);
	}
	sort_symbols(image);
	if (image->import_count)
		qsort(
		    image->imports, image->import_count, sizeof *image->imports, order_numbers);
}

struct image *
image_open(const char *path)
{
	struct image *image = memory_new(sizeof *image);
	bool read = file_read(path, &image->file);
	int error = read ? ENOEXEC : errno;
	const Elf64_Ehdr *h;

	elf_version(EV_CURRENT);
	errno = 0;
	image->elf = read && image->file.n ? elf_memory(image->file.s, image->file.n) : NULL;
	h = elf64_getehdr(image->elf);
	if (!h || !object_is_known(h) || (h->e_type != ET_EXEC && h->e_type != ET_DYN) ||
	    !read_program_headers(image)) {
		memory_check_errno();
		image_free(image);
		errno = error;
		return NULL;
	}
	image->machine = h->e_machine;
	image->build_id = read_build_id(image->elf);
	image_read_sections(image);
	memory_check_errno();
	return image;
}

void
image_free(struct image *image)
{
	if (!image)
		return;
	elf_end(image->elf);
	text_free(&image->file);
	free(image->maps);
	free(image->symbols);
	free(image->imports);
	free(image->build_id);
	free(image);
}

/* "jal" reaches 1 MiB. The linker decides before it knows what alignment will leave unused. */
enum { RANGE = (1 << 20) - (1 << 16) };

bool
image_has_near_calls(const struct image *image)
{
	uint64_t begin = UINT64_MAX, end = 0;
	Elf_Scn *section = NULL;
	GElf_Shdr h;

	while ((section = elf_nextscn(image->elf, section))) {
		if (!gelf_getshdr(section, &h) || !(h.sh_flags & SHF_EXECINSTR))
			continue;
		begin = h.sh_addr < begin ? h.sh_addr : begin;
		end = h.sh_addr + h.sh_size > end ? h.sh_addr + h.sh_size : end;
	}
	return image->machine != EM_RISCV || end <= begin || end - begin <= RANGE;
}

const char *
image_build_id(const struct image *image)
{
	return image->build_id ? image->build_id : "";
}

bool
image_is_fixed(const struct image *image)
{
	return elf64_getehdr(image->elf)->e_type == ET_EXEC;
}

bool
image_needs_libraries(const struct image *image)
{
	return image->needs_libraries;
}

const unsigned char *
image_bytes(const struct image *image, uint64_t address, size_t *n)
{
	ARRAY_EACH(const Elf64_Phdr, p, image->maps, image->map_count) {
		uint64_t at = address - p->p_vaddr;

		if (address < p->p_vaddr || at >= p->p_filesz)
			continue;
		*n = p->p_filesz - at;
		return (const unsigned char *)image->file.s + p->p_offset + at;
	}
	*n = 0;
	return NULL;
}

/* The number of symbols that begin at the address or before it. */
static size_t
symbols_until(const struct image *image, uint64_t address)
{
	size_t low = 0, high = image->symbol_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (image->symbols[middle].symbol.address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct image_symbol *
image_symbol(const struct image *image, uint64_t address)
{
	size_t i = symbols_until(image, address);

	while (i--) {
		const struct image_named *named = &image->symbols[i];
		uint64_t distance = address - named->symbol.address;

		if (!distance || distance < named->symbol.size)
			return &named->symbol;
		if (named->reach <= address)
			return NULL;
	}
	return NULL;
}

/* The header of .eh_frame, in the only form that linkers write: version 1; three encodings; the
   place of .eh_frame; how many functions; and of each, in order, where it begins and where its
   entry is, in bytes from the header. */
struct unwinding {
	unsigned char version, frame_encoding, count_encoding, table_encoding;
	int32_t frame;
	uint32_t count;
};

enum { COUNT_ENCODING = 0x03, TABLE_ENCODING = 0x3b };

static uint64_t
unwound_function(const struct image *image, size_t i)
{
	const char *table =
	    image->file.s + image->unwinding.p_offset + sizeof(struct unwinding);
	int32_t begin;

	memcpy(&begin, table + i * 2 * sizeof begin, sizeof begin);
	return image->unwinding.p_vaddr + (uint64_t)(int64_t)begin;
}

/* The number of functions that the header lists, if the file has room for them. */
static size_t
unwound_count(const struct image *image)
{
	uint64_t room = image->unwinding.p_filesz;
	struct unwinding header;

	if (room < sizeof header)
		return 0;
	memcpy(&header, image->file.s + image->unwinding.p_offset, sizeof header);
	if (header.version != 1 || header.count_encoding != COUNT_ENCODING ||
	    header.table_encoding != TABLE_ENCODING ||
	    header.count > (room - sizeof header) / (2 * sizeof(int32_t)))
		return 0;
	return header.count;
}

bool
image_function(const struct image *image, uint64_t address, uint64_t *begin, uint64_t *end)
{
	const struct image_symbol *symbol = image_symbol(image, address);
	size_t count, low = 0, high;

	if (symbol && symbol->function && symbol->size) {
		*begin = symbol->address;
		*end = symbol->address + symbol->size;
		return true;
	}
	count = high = unwound_count(image);
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (unwound_function(image, middle) <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || low == count)
		return false;
	*begin = unwound_function(image, low - 1);
	*end = unwound_function(image, low);
	return *begin <= address && address < *end;
}

const struct image_symbol *
image_whole(const struct image *image, const struct image_symbol *piece)
{
	const char *cold = strstr(piece->name, ".cold");
	size_t n = cold ? (size_t)(cold - piece->name) : 0;

	for (size_t i = 0; n && i < image->symbol_count; i++) {
		const struct image_symbol *s = &image->symbols[i].symbol;

		/* A piece may have a suffix of its own: "NAME.cold.cgbenchtest00000001". */
		if (s->function && !strncmp(s->name, piece->name, n) &&
		    !strcmp(s->name + n, cold + strcspn(cold + 1, ".") + 1))
			return s;
	}
	return NULL;
}

/* Adds the names among those that the dynamic linker sees that the image imports or exports. */
static void
image_add_names(const struct image *image, bool imports, struct words *names)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(image->elf, section))) {
		const Elf64_Sym *s;
		size_t n;

		if (!gelf_getshdr(section, &header) || header.sh_type != SHT_DYNSYM ||
		    !is_in_file(image, header.sh_offset, header.sh_size))
			continue;
		s = symbols_of(section, &n);
		for (size_t i = 0; i < n; i++) {
			const char *name = elf_strptr(image->elf, header.sh_link, s[i].st_name);
			bool import = s[i].st_shndx == SHN_UNDEF;

			if (name && *name && import == imports &&
			    (!imports ||
			        (!s[i].st_value && ELF64_ST_BIND(s[i].st_info) == STB_GLOBAL)))
				words_add(names, name);
		}
	}
}

void
image_add_imports(const struct image *image, struct words *names)
{
	image_add_names(image, true, names);
}

void
image_add_exports(const struct image *image, struct words *names)
{
	image_add_names(image, false, names);
}

const unsigned char *
image_range(const struct image *image, size_t i, uint64_t *address, size_t *n)
{
	for (size_t k = 0; k < image->map_count; k++)
		if ((image->maps[k].p_flags & PF_X) && image->maps[k].p_filesz && !i--) {
			*address = image->maps[k].p_vaddr;
			return image_bytes(image, *address, n);
		}
	return NULL;
}

const char *
image_import(const struct image *image, uint64_t place)
{
	struct import key = {.place = place};
	const struct import *found = image->import_count
	                                 ? bsearch(&key, image->imports, image->import_count,
	                                       sizeof *image->imports, order_numbers)
	                                 : NULL;
	const struct image_symbol *s;

	if (!found || found->name)
		return found ? found->name : NULL;
	s = image_symbol(image, found->address);
	return s && s->address == found->address ? s->name : NULL;
}

const struct image *
images_get(struct images *images, const char *path)
{
	size_t i = words_intern(&images->paths, path);

	if (i < images->n)
		return images->v[i];
	*ARRAY_ADD(images->v, images->n) = image_open(path);
	if (!images->v[i] && errno != ENOEXEC && errno != ENOENT)
		message_warn("cannot read the code of %s: %s", path, strerror(errno));
	return images->v[i];
}

void
images_free(struct images *images)
{
	for (size_t i = 0; i < images->n; i++)
		image_free(images->v[i]);
	free(images->v);
	words_free(&images->paths);
	*images = (struct images){0};
}

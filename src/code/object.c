#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "code/elf_file.h"
#include "code/object.h"
#include "util/file.h"
#include "util/array.h"
#include "util/memory.h"

static bool
has_contents(const Elf64_Shdr *s)
{
	return s->sh_type != SHT_NOBITS && s->sh_type != SHT_NULL;
}

bool
object_is_known(const Elf64_Ehdr *h)
{
	return h->e_ident[EI_DATA] == ELFDATA2LSB &&
	       (h->e_machine == EM_X86_64 || h->e_machine == EM_AARCH64 ||
	           h->e_machine == EM_RISCV);
}

static bool
object_read_section(Elf *elf, size_t i, struct section *section)
{
	Elf_Scn *scn = elf_getscn(elf, i);
	const Elf64_Shdr *header = scn ? elf64_getshdr(scn) : NULL;
	const Elf_Data *data;

	if (!header)
		return false;
	section->header = *header;
	if (!has_contents(header) || !header->sh_size)
		return true;
	data = elf_rawdata(scn, NULL);
	if (!data || !data->d_buf || data->d_size != header->sh_size)
		return false;
	text_add_n(&section->bytes, data->d_buf, data->d_size);
	return true;
}

static bool
object_read_sections(Elf *elf, struct object *object)
{
	size_t n, *noted;

	if (elf_getshdrnum(elf, &n) || elf_getshdrstrndx(elf, &object->names) ||
	    object->names >= n)
		return false;
	object->sections = memory_array(n, sizeof *object->sections);
	object->section_count = n;
	for (size_t i = 0; i < n; i++) {
		Elf64_Word type;

		if (!object_read_section(elf, i, &object->sections[i]))
			return false;
		type = object->sections[i].header.sh_type;
		noted = type == SHT_SYMTAB         ? &object->symbols
		        : type == SHT_SYMTAB_SHNDX ? &object->places
		                                   : NULL;
		if (noted && *noted)
			return false;
		if (noted)
			*noted = i;
	}
	return true;
}

/* If e_phnum is PN_XNUM, their number is in a section. */
static bool
read_segments(Elf *elf, struct object *object)
{
	size_t n = object->header.e_phnum;
	const Elf64_Phdr *segments = elf64_getphdr(elf);

	if (!segments || !n || n == PN_XNUM)
		return false;
	text_add_n(&object->segments, (const char *)segments, n * sizeof *segments);
	return true;
}

static bool
object_read_file(struct object *object, const char *path, bool linked)
{
	struct elf_file file;
	const Elf64_Ehdr *header;
	bool sound;

	*object = (struct object){0};
	if (!elf_file_open(&file, path))
		return false;
	header = elf64_getehdr(file.elf);
	sound = header && object_is_known(header) && (linked || header->e_type == ET_REL);
	if (sound) {
		object->header = *header;
		sound = (!linked || read_segments(file.elf, object)) &&
		        object_read_sections(file.elf, object);
	}
	elf_file_close(&file);
	if (sound)
		return true;
	/* object_free keeps errno. */
	object_free(object);
	return false;
}

bool
object_read(struct object *object, const char *path)
{
	return object_read_file(object, path, false);
}

bool
object_read_linked(struct object *object, const char *path)
{
	return object_read_file(object, path, true);
}

void
object_free(struct object *object)
{
	for (size_t i = 0; i < object->section_count; i++)
		text_free(&object->sections[i].bytes);
	text_free(&object->segments);
	free(object->sections);
	free(object->functions);
	*object = (struct object){0};
}

/* Adds zeros until the next section, or the table of sections, may begin. */
static void
object_align(struct text *t)
{
	while (t->n % sizeof(Elf64_Xword))
		text_add_char(t, '\0');
}

/* The first section has the numbers that are too large for the header. */
static void
number_sections(struct object *object)
{
	Elf64_Shdr *first = &object->sections[0].header;
	bool many = object->section_count >= SHN_LORESERVE,
	     late = object->names >= SHN_LORESERVE;

	object->header.e_shnum = many ? 0 : (Elf64_Half)object->section_count;
	first->sh_size = many ? object->section_count : 0;
	object->header.e_shstrndx = late ? SHN_XINDEX : (Elf64_Half)object->names;
	first->sh_link = late ? (Elf64_Word)object->names : 0;
}

bool
object_write(struct object *object, const char *path)
{
	FREED_BY(text_free) struct text file = TEXT_EMPTY;

	text_add_n(&file, (const char *)&object->header, sizeof object->header);
	if (object->segments.n) {
		object->header.e_phoff = file.n;
		text_add_n(&file, object->segments.s, object->segments.n);
	}
	ARRAY_EACH(struct section, s, object->sections, object->section_count) {
		if (!has_contents(&s->header))
			continue;
		object_align(&file);
		s->header.sh_offset = file.n;
		s->header.sh_size = s->bytes.n;
		text_add_n(&file, s->bytes.s, s->bytes.n);
	}
	object_align(&file);
	object->header.e_shoff = file.n;
	number_sections(object);
	memcpy(file.s, &object->header, sizeof object->header);
	for (size_t i = 0; i < object->section_count; i++)
		text_add_n(&file, (const char *)&object->sections[i].header,
		    sizeof object->sections[i].header);
	return file_write(path, file.s, file.n);
}

/* Returns the string at an offset of the string table in section table; "" if there is none. */
static const char *
string_at(const struct object *object, size_t table, size_t at)
{
	const struct section *s;

	if (table >= object->section_count)
		return "";
	s = &object->sections[table];
	return s->header.sh_type == SHT_STRTAB && at < s->bytes.n ? s->bytes.s + at : "";
}

const char *
object_section_name(const struct object *object, size_t i)
{
	return string_at(object, object->names, object->sections[i].header.sh_name);
}

Elf64_Sym *
object_symbols(const struct object *object, size_t *count)
{
	const struct text *bytes = &object->sections[object->symbols].bytes;

	*count = bytes->n / sizeof(Elf64_Sym);
	return (Elf64_Sym *)(void *)bytes->s;
}

const char *
object_symbol_name(const struct object *object, const Elf64_Sym *symbol)
{
	return string_at(
	    object, object->sections[object->symbols].header.sh_link, symbol->st_name);
}

/* Returns the entry of places for a symbol; NULL if there is none. */
static Elf64_Word *
object_place_of(const struct object *object, size_t symbol)
{
	const struct text *bytes = &object->sections[object->places].bytes;

	return symbol < bytes->n / sizeof(Elf64_Word) ? (Elf64_Word *)(void *)bytes->s + symbol
	                                              : NULL;
}

size_t
object_section(const struct object *object, const Elf64_Sym *symbol)
{
	size_t n;
	const Elf64_Word *place;

	if (symbol->st_shndx < SHN_LORESERVE)
		return symbol->st_shndx;
	place = symbol->st_shndx == SHN_XINDEX
	            ? object_place_of(object, (size_t)(symbol - object_symbols(object, &n)))
	            : NULL;
	return place ? *place : OBJECT_NO_SECTION;
}

Elf64_Rela *
object_relocations(const struct section *s, size_t *count)
{
	*count = s->header.sh_type == SHT_RELA ? s->bytes.n / sizeof(Elf64_Rela) : 0;
	return (Elf64_Rela *)(void *)s->bytes.s;
}

const Elf64_Sym *
object_referred(const struct object *object, const Elf64_Rela *relocation)
{
	size_t i = ELF64_R_SYM(relocation->r_info), n;
	const Elf64_Sym *symbols = object_symbols(object, &n);

	return i < n ? &symbols[i] : NULL;
}

size_t
object_add_string(struct object *object, size_t table, const char *s)
{
	struct text *strings = &object->sections[table].bytes;
	size_t at = strings->n;

	text_add_n(strings, s, strlen(s) + 1);
	return at;
}

static size_t
object_append_section(
    struct object *object, const char *name, Elf64_Shdr header, struct text *bytes)
{
	size_t i = object->section_count++;

	object->sections =
	    memory_resize(object->sections, object->section_count, sizeof *object->sections);
	header.sh_name = (Elf64_Word)object_add_string(object, object->names, name);
	object->sections[i] = (struct section){.header = header, .bytes = *bytes};
	return i;
}

/* Says in which section the last symbol is, if that number is too large for the symbol. */
static void
object_add_place(struct object *object, size_t section)
{
	static const Elf64_Shdr header = {.sh_type = SHT_SYMTAB_SHNDX,
	    .sh_addralign = sizeof(Elf64_Word),
	    .sh_entsize = sizeof(Elf64_Word)};
	Elf64_Word place = section < SHN_LORESERVE ? SHN_UNDEF : (Elf64_Word)section;
	struct text *places;
	size_t n;

	if (place && !object->places) {
		object->places = object_append_section(
		    object, ".symtab_shndx", header, &(struct text)TEXT_EMPTY);
		object->sections[object->places].header.sh_link = (Elf64_Word)object->symbols;
	}
	if (!object->places)
		return;
	object_symbols(object, &n);
	places = &object->sections[object->places].bytes;
	while (places->n < (n - 1) * sizeof place)
		text_add_char(places, '\0');
	text_add_n(places, (const char *)&place, sizeof place);
}

/* Adds a symbol for the start of a section. */
static void
object_add_symbol(struct object *object, size_t section, const char *name)
{
	size_t strings = object->sections[object->symbols].header.sh_link;
	const Elf64_Sym symbol = {
	    .st_name = (Elf64_Word)object_add_string(object, strings, name),
	    .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE),
	    .st_other = STV_HIDDEN,
	    .st_shndx = section < SHN_LORESERVE ? (Elf64_Half)section : SHN_XINDEX};

	text_add_n(
	    &object->sections[object->symbols].bytes, (const char *)&symbol, sizeof symbol);
	object_add_place(object, section);
}

void
object_add_section(struct object *object, const char *name, Elf64_Xword flags,
    Elf64_Xword align, struct text *bytes, struct text *relocations, const char *start)
{
	size_t section = object_append_section(object, name,
	    (Elf64_Shdr){.sh_type = SHT_PROGBITS, .sh_flags = flags, .sh_addralign = align},
	    bytes);
	OWNED char *relocations_name = text_print(".rela%s", name);

	object_append_section(object, relocations_name,
	    (Elf64_Shdr){.sh_type = SHT_RELA,
	        .sh_flags = SHF_INFO_LINK,
	        .sh_link = (Elf64_Word)object->symbols,
	        .sh_info = (Elf64_Word)section,
	        .sh_addralign = sizeof(Elf64_Xword),
	        .sh_entsize = sizeof(Elf64_Rela)},
	    relocations);
	object_add_symbol(object, section, start);
}

static void
shift_symbols(struct object *object, size_t section, size_t n)
{
	size_t count;
	Elf64_Sym *symbols = object_symbols(object, &count);

	for (size_t i = 0; i < count; i++)
		if (object_section(object, &symbols[i]) == section &&
		    ELF64_ST_TYPE(symbols[i].st_info) != STT_SECTION)
			symbols[i].st_value += n;
}

/* A relocation refers to a symbol, which has been shifted, or to a place in the section. */
static void
shift_relocations(struct object *object, size_t table, size_t section, size_t n)
{
	const struct section *s = &object->sections[table];
	const Elf64_Sym *symbol;
	size_t count;
	Elf64_Rela *r = object_relocations(s, &count);

	for (size_t i = 0; i < count; i++) {
		symbol = object_referred(object, &r[i]);
		if (s->header.sh_info == section)
			r[i].r_offset += n;
		if (symbol && object_section(object, symbol) == section &&
		    ELF64_ST_TYPE(symbol->st_info) == STT_SECTION)
			r[i].r_addend = (Elf64_Sxword)((Elf64_Xword)r[i].r_addend + n);
	}
}

void
object_shift(struct object *object, size_t i, size_t n)
{
	struct text *old = &object->sections[i].bytes, shifted = TEXT_EMPTY;

	for (size_t k = 0; k < n; k++)
		text_add_char(&shifted, '\x90');
	text_add_n(&shifted, old->s, old->n);
	text_free(old);
	*old = shifted;
	shift_symbols(object, i, n);
	for (size_t k = 0; k < object->section_count; k++)
		shift_relocations(object, k, i, n);
}

static bool
object_has_code(const struct object *object, const Elf64_Sym *symbol)
{
	size_t section = object_section(object, symbol);
	size_t n = section < object->section_count ? object->sections[section].bytes.n : 0;

	return symbol->st_size && symbol->st_value <= n &&
	       symbol->st_size <= n - symbol->st_value;
}

struct object_function {
	size_t section;
	const Elf64_Sym *symbol;
};

static int
compare_functions(const void *a, const void *b)
{
	const struct object_function *x = a, *y = b;

	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	if (x->symbol->st_value != y->symbol->st_value)
		return x->symbol->st_value < y->symbol->st_value ? -1 : 1;
	/* The first one in the table is the last. */
	return x->symbol < y->symbol ? 1 : x->symbol > y->symbol ? -1 : 0;
}

static bool
is_sorted(const struct section *s)
{
	size_t n;
	const Elf64_Rela *r = object_relocations(s, &n);

	for (size_t i = 1; i < n; i++)
		if (r[i].r_offset < r[i - 1].r_offset)
			return false;
	return true;
}

void
object_index(struct object *object)
{
	size_t n;
	const Elf64_Sym *symbols = object_symbols(object, &n);

	for (size_t i = 0; i < object->section_count; i++) {
		struct section *s = &object->sections[i];

		s->sorted = s->header.sh_type == SHT_RELA && is_sorted(s);
		if (s->header.sh_type == SHT_RELA && s->header.sh_info < object->section_count)
			object->sections[s->header.sh_info].table = i;
	}
	object->functions = memory_array(n + 1, sizeof *object->functions);
	for (size_t i = 0; i < n; i++)
		if (ELF64_ST_TYPE(symbols[i].st_info) == STT_FUNC &&
		    object_has_code(object, &symbols[i]))
			object->functions[object->function_count++] = (struct object_function){
			    object_section(object, &symbols[i]), &symbols[i]};
	qsort(object->functions, object->function_count, sizeof *object->functions,
	    compare_functions);
}

const Elf64_Rela *
object_relocation(const struct object *object, size_t section, uint64_t at)
{
	const struct section *s = &object->sections[object->sections[section].table];
	size_t n, first = 0;
	const Elf64_Rela *r = object_relocations(s, &n);

	for (size_t end = n; s->sorted && first < end;) {
		size_t middle = first + (end - first) / 2;

		if (r[middle].r_offset < at)
			first = middle + 1;
		else
			end = middle;
	}
	while (!s->sorted && first < n && r[first].r_offset != at)
		first++;
	return first < n && r[first].r_offset == at ? &r[first] : NULL;
}

const Elf64_Sym *
object_function(const struct object *object, size_t section, uint64_t at)
{
	size_t first = 0;
	const struct object_function *last;

	for (size_t end = object->function_count; first < end;) {
		size_t middle = first + (end - first) / 2;
		const struct object_function *f = &object->functions[middle];

		if (f->section < section ||
		    (f->section == section && f->symbol->st_value <= at))
			first = middle + 1;
		else
			end = middle;
	}
	last = first ? &object->functions[first - 1] : NULL;
	return last && last->section == section &&
	               at - last->symbol->st_value < last->symbol->st_size
	           ? last->symbol
	           : NULL;
}

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "memory.h"
#include "object.h"

enum { PAGE = 4096 };

/* An ELF file in memory. Sections that grow are written anew behind its end. */
struct object {
	struct text bytes;
	size_t section_count;
	const char *symbol;
	char *alone; /* why it cannot be combined, once that is known */
};

/* Offsets instead of pointers are kept, for the bytes move when they grow. */
static Elf64_Ehdr *
header(struct object *o)
{
	return (Elf64_Ehdr *)(void *)o->bytes.s;
}

static Elf64_Shdr *
section(struct object *o, size_t i)
{
	return (Elf64_Shdr *)(void *)(o->bytes.s + header(o)->e_shoff) + i;
}

static void
be_alone(struct object *o, const char *why, const char *name)
{
	if (!o->alone)
		o->alone = text_print("%s%s", why, name);
}

static bool
has_contents(const Elf64_Shdr *s)
{
	return s->sh_type != SHT_NOBITS && s->sh_type != SHT_NULL;
}

/* Whether all that is used below lies inside the file. */
static bool
is_sound(struct object *o)
{
	const Elf64_Ehdr *h = header(o);
	size_t size = o->bytes.n, i;

	if (size < sizeof *h || memcmp(h->e_ident, ELFMAG, SELFMAG) ||
	    h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_ident[EI_DATA] != ELFDATA2LSB ||
	    h->e_type != ET_REL || h->e_shentsize != sizeof(Elf64_Shdr) || !h->e_shnum ||
	    h->e_shoff % 8 || h->e_shoff > size ||
	    h->e_shnum > (size - h->e_shoff) / sizeof(Elf64_Shdr) ||
	    h->e_shstrndx >= h->e_shnum)
		return false;
	o->section_count = h->e_shnum;
	for (i = 0; i < o->section_count; i++) {
		const Elf64_Shdr *s = section(o, i);

		if (has_contents(s) &&
		    (s->sh_offset > size || s->sh_size > size - s->sh_offset))
			return false;
		if (s->sh_type == SHT_STRTAB &&
		    (!s->sh_size || o->bytes.s[s->sh_offset + s->sh_size - 1]))
			return false;
		if (s->sh_type == SHT_SYMTAB &&
		    (s->sh_link >= o->section_count || s->sh_offset % 8 ||
		        s->sh_entsize != sizeof(Elf64_Sym)))
			return false;
	}
	return true;
}

/* The string at offset n of string table i; "" where that lies outside. */
static const char *
string(struct object *o, size_t table, size_t n)
{
	const Elf64_Shdr *s = section(o, table);

	return s->sh_type == SHT_STRTAB && n < s->sh_size ? o->bytes.s + s->sh_offset + n : "";
}

static const char *
section_name(struct object *o, size_t i)
{
	return string(o, header(o)->e_shstrndx, section(o, i)->sh_name);
}

static bool
begins(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

/* Whether name is prefix, or begins with it and a dot. */
static bool
is_kind(const char *name, const char *prefix)
{
	size_t n = strlen(prefix);

	return !strncmp(name, prefix, n) && (!name[n] || name[n] == '.');
}

/* Moves string table i to the end of the file, where it can grow; returns the offset there. */
static void
move_to_end(struct object *o, size_t table)
{
	Elf64_Shdr *s = section(o, table);
	char *copy = memory_copy_n(o->bytes.s + s->sh_offset, s->sh_size);

	if (s->sh_offset + s->sh_size != o->bytes.n) {
		s->sh_offset = o->bytes.n;
		text_add_n(&o->bytes, copy, section(o, table)->sh_size);
	}
	free(copy);
}

/* Adds a string to the table, which must be the last in the file; returns its offset in it. */
static size_t
add_string(struct object *o, size_t table, const char *s)
{
	size_t at = section(o, table)->sh_size, n = strlen(s) + 1;

	text_add_n(&o->bytes, s, n);
	section(o, table)->sh_size += n;
	return at;
}

/* A test that brings its own version of a library's function means it for the library, too. */
static bool
is_library_function(const char *name)
{
	return begins(name, "_Zn") || begins(name, "_Zd") || begins(name, "__cxa_") ||
	       dlsym(RTLD_DEFAULT, name) != NULL;
}

/* What works on the program as a whole would notice the other tests: the unwinder's search
   takes the longer, the more functions there are; sanitizers and profilers keep tables. */
static bool
looks_at_program(const char *name)
{
	static const char *const names[] = {"__cxa_throw", "__cxa_begin_catch", "backtrace",
	    "dl_iterate_phdr", "dlopen", "dlsym", "dladdr", "__register_frame_info"};
	static const char *const prefixes[] = {"__asan_", "__hwasan_", "__tsan_", "__msan_",
	    "__ubsan_", "__sanitizer_", "__gcov_", "__llvm_prof"};
	size_t i;

	for (i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i]))
			return true;
	for (i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (begins(name, prefixes[i]))
			return true;
	return begins(name, "_Unwind_") && strcmp(name, "_Unwind_Resume");
}

static void
check_section(struct object *o, size_t i)
{
	const char *name = section_name(o, i);
	const Elf64_Shdr *s = section(o, i);

	if (begins(name, ".gnu.lto_") || begins(name, ".llvm.lto"))
		be_alone(o, "it is for link-time optimisation", "");
	if ((s->sh_flags & SHF_TLS) && s->sh_size)
		be_alone(o, "it has thread-local data", "");
	if (s->sh_type == SHT_FINI_ARRAY || s->sh_type == SHT_PREINIT_ARRAY ||
	    is_kind(name, ".ctors") || is_kind(name, ".dtors") || begins(name, ".init_array."))
		be_alone(o, "it has a section ", name);
}

static void
check_symbol(struct object *o, const Elf64_Sym *symbol, const char *name)
{
	if (ELF64_ST_BIND(symbol->st_info) == STB_LOCAL || !*name)
		return;
	if (symbol->st_shndx == SHN_UNDEF) {
		if (looks_at_program(name))
			be_alone(o, "it uses ", name);
		return;
	}
	if (strchr(name, '@'))
		be_alone(o, "it defines a version, ", name);
	else if (ELF64_ST_BIND(symbol->st_info) == STB_GLOBAL && is_library_function(name))
		be_alone(o, "it has its own ", name);
}

static bool
is_renamed(struct object *o, const Elf64_Sym *symbol, const char *name)
{
	return ELF64_ST_BIND(symbol->st_info) != STB_LOCAL && symbol->st_shndx != SHN_UNDEF &&
	       *name && strcmp(name, o->symbol);
}

/* Calls f for every entry of every symbol table. */
static void
for_symbols(struct object *o, void (*f)(struct object *, size_t offset, size_t strings))
{
	size_t i, k;

	for (i = 0; i < o->section_count; i++) {
		size_t strings = section(o, i)->sh_link;

		if (section(o, i)->sh_type != SHT_SYMTAB)
			continue;
		for (k = 0; k < section(o, i)->sh_size / sizeof(Elf64_Sym); k++)
			f(o, section(o, i)->sh_offset + k * sizeof(Elf64_Sym), strings);
	}
}

static Elf64_Sym *
symbol_at(struct object *o, size_t offset)
{
	return (Elf64_Sym *)(void *)(o->bytes.s + offset);
}

static void
check_one(struct object *o, size_t offset, size_t strings)
{
	const Elf64_Sym *symbol = symbol_at(o, offset);

	check_symbol(o, symbol, string(o, strings, symbol->st_name));
}

static void
rename_one(struct object *o, size_t offset, size_t strings)
{
	const char *name = string(o, strings, symbol_at(o, offset)->st_name);
	char *renamed;

	if (!is_renamed(o, symbol_at(o, offset), name))
		return;
	renamed = text_print("%s.%s", name, o->symbol);
	move_to_end(o, strings);
	symbol_at(o, offset)->st_name = (Elf64_Word)add_string(o, strings, renamed);
	free(renamed);
}

static void
hide_constructors(struct object *o)
{
	size_t names = header(o)->e_shstrndx, i, at = 0;
	char *name = text_print("%s_init", o->symbol);

	for (i = 0; i < o->section_count; i++) {
		if (section(o, i)->sh_type != SHT_INIT_ARRAY)
			continue;
		if (!at) {
			move_to_end(o, names);
			at = add_string(o, names, name);
		}
		section(o, i)->sh_name = (Elf64_Word)at;
		section(o, i)->sh_type = SHT_PROGBITS;
	}
	free(name);
}

/* The output section, or part of one, that linkers gather sections of that name in, one file
   after the other; or -1 where their place does not matter. */
static int
place_of(const char *name)
{
	static const char *const places[] = {".text.unlikely", ".text.exit", ".text.startup",
	    ".text.hot", ".text", ".rodata", ".data.rel.ro.local", ".data.rel.ro", ".data",
	    ".bss", ".ldata", ".lrodata", ".lbss"};
	size_t i;

	for (i = 0; i < sizeof places / sizeof *places; i++)
		if (is_kind(name, places[i]))
			return (int)i;
	return -1;
}

/* The first of the sections in each place begins a page; the others follow it as closely as
   they would in a program of their own. */
static void
align_sections(struct object *o)
{
	unsigned begun = 0;
	size_t i;

	for (i = 0; i < o->section_count; i++) {
		Elf64_Shdr *s = section(o, i);
		int place = place_of(section_name(o, i));

		if (!(s->sh_flags & SHF_ALLOC) || !s->sh_size || place < 0)
			continue;
		s->sh_flags &= ~(Elf64_Xword)(SHF_MERGE | SHF_STRINGS);
		s->sh_entsize = 0;
		if (!(begun & 1u << place) && s->sh_addralign < PAGE)
			s->sh_addralign = PAGE;
		begun |= 1u << place;
	}
}

static void
isolate(struct object *o)
{
	size_t i;

	for (i = 0; i < o->section_count; i++)
		check_section(o, i);
	for_symbols(o, check_one);
	if (o->alone)
		return;
	for_symbols(o, rename_one);
	hide_constructors(o);
	align_sections(o);
}

char *
object_isolate(const char *path, const char *symbol)
{
	struct object o = {.bytes = TEXT_EMPTY, .symbol = symbol};

	if (!file_read(path, &o.bytes))
		return text_print("%s: %s", path, strerror(errno));
	if (!is_sound(&o))
		be_alone(&o, "it is no ELF64 object", "");
	else
		isolate(&o);
	if (!o.alone && !file_write(path, o.bytes.s, o.bytes.n))
		o.alone = text_print("%s: %s", path, strerror(errno));
	text_free(&o.bytes);
	return o.alone;
}

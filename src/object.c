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

#ifndef SHF_GNU_RETAIN
#define SHF_GNU_RETAIN (1 << 21)
#endif

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

static bool
is_inside(const struct object *o, Elf64_Off at, Elf64_Xword n)
{
	return at <= o->bytes.n && n <= o->bytes.n - at;
}

/* Both lie inside the file. */
static bool
is_apart(Elf64_Off a, Elf64_Xword a_size, Elf64_Off b, Elf64_Xword b_size)
{
	return !a_size || !b_size || a + a_size <= b || b + b_size <= a;
}

static bool
is_sound_header(struct object *o)
{
	const Elf64_Ehdr *h = header(o);

	return o->bytes.n >= sizeof *h && !memcmp(h->e_ident, ELFMAG, SELFMAG) &&
	       h->e_ident[EI_CLASS] == ELFCLASS64 && h->e_ident[EI_DATA] == ELFDATA2LSB &&
	       h->e_machine == EM_X86_64 && h->e_type == ET_REL &&
	       h->e_shentsize == sizeof(Elf64_Shdr) && h->e_shnum && h->e_shoff >= sizeof *h &&
	       is_inside(o, h->e_shoff, h->e_shnum * sizeof(Elf64_Shdr)) &&
	       h->e_shstrndx < h->e_shnum;
}

/* tcc leaves the headers at any place: they are used at one that is aligned. */
static void
move_headers(struct object *o)
{
	size_t n = header(o)->e_shnum * sizeof(Elf64_Shdr);
	char *copy = memory_copy_n(o->bytes.s + header(o)->e_shoff, n);

	while (o->bytes.n % sizeof(Elf64_Xword))
		text_add_char(&o->bytes, '\0');
	header(o)->e_shoff = o->bytes.n;
	text_add_n(&o->bytes, copy, n);
	free(copy);
}

static bool
is_sound_section(struct object *o, const Elf64_Shdr *s)
{
	const Elf64_Ehdr *h = header(o);

	if (!has_contents(s))
		return true;
	if (!is_inside(o, s->sh_offset, s->sh_size) ||
	    !is_apart(s->sh_offset, s->sh_size, h->e_shoff, h->e_shnum * sizeof(Elf64_Shdr)))
		return false;
	if (s->sh_type == SHT_STRTAB)
		return s->sh_size && !o->bytes.s[s->sh_offset + s->sh_size - 1];
	if (s->sh_type == SHT_SYMTAB)
		return s->sh_link < o->section_count && s->sh_offset % 8 == 0 &&
		       s->sh_offset >= sizeof *h && s->sh_entsize == sizeof(Elf64_Sym);
	return true;
}

/* Whether all that is used below lies inside the file, and nothing that is written there is
   something else as well. */
static bool
is_sound(struct object *o)
{
	size_t symbols = 0, i;

	if (!is_sound_header(o))
		return false;
	if (header(o)->e_shoff % sizeof(Elf64_Xword))
		move_headers(o);
	o->section_count = header(o)->e_shnum;
	for (i = 0; i < o->section_count; i++) {
		if (!is_sound_section(o, section(o, i)) ||
		    (symbols && section(o, i)->sh_type == SHT_SYMTAB))
			return false;
		if (section(o, i)->sh_type == SHT_SYMTAB)
			symbols = i;
	}
	for (i = 0; symbols && i < o->section_count; i++)
		if (i != symbols && has_contents(section(o, i)) &&
		    !is_apart(section(o, i)->sh_offset, section(o, i)->sh_size,
		        section(o, symbols)->sh_offset, section(o, symbols)->sh_size))
			return false;
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
   takes the longer, the more functions there are (and a stream catches what its own buffer
   throws); sanitizers and profilers keep tables. */
static bool
looks_at_program(const char *name)
{
	static const char *const names[] = {"__cxa_throw", "__cxa_begin_catch", "pthread_exit",
	    "pthread_cancel", "thrd_exit", "backtrace", "dl_iterate_phdr", "_dl_find_object",
	    "etext", "_etext", "edata", "_edata", "end", "_end", "__bss_start",
	    "__executable_start", "__ehdr_start", "__GNU_EH_FRAME_HDR"};
	static const char *const prefixes[] = {"_ZTISt15basic_streambuf", "__register_frame",
	    "dlopen", "dlmopen", "dlsym", "dlvsym", "dladdr", "__asan_", "__hwasan_", "__tsan_",
	    "__msan_", "__ubsan_", "__sanitizer_", "__gcov_", "__llvm_prof"};
	size_t i;

	for (i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i]))
			return true;
	for (i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (begins(name, prefixes[i]))
			return true;
	return begins(name, "_Unwind_") && strcmp(name, "_Unwind_Resume");
}

/* "__start_NAME": what all files have put into their sections NAME; its own constructors are
   nobody else's. */
static bool
is_gathered(const struct object *o, const char *name)
{
	size_t n = begins(name, "__start_") ? 8 : begins(name, "__stop_") ? 7 : 0;

	return n && strncmp(name + n, o->symbol, strlen(o->symbol));
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
	    begins(name, ".gnu.linkonce.") || is_kind(name, ".ctors") ||
	    is_kind(name, ".dtors") || begins(name, ".init_array.") || !strcmp(name, ".init") ||
	    !strcmp(name, ".fini"))
		be_alone(o, "it has a section ", name);
}

static void
check_symbol(struct object *o, const Elf64_Sym *symbol, const char *name)
{
	if (!*name)
		return;
	if (ELF64_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC)
		be_alone(o, "when it starts it chooses which is ", name);
	if (ELF64_ST_BIND(symbol->st_info) == STB_LOCAL)
		return;
	if (symbol->st_shndx == SHN_UNDEF) {
		if (looks_at_program(name) || is_gathered(o, name))
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

/* Of the groups of one signature, which need not be a symbol that is renamed, a linker would
   take the first alone. */
static void
keep_group(struct object *o, const Elf64_Shdr *s)
{
	Elf64_Word flags;

	if (s->sh_type != SHT_GROUP || s->sh_size < sizeof flags)
		return;
	memcpy(&flags, o->bytes.s + s->sh_offset, sizeof flags);
	flags &= ~(Elf64_Word)GRP_COMDAT;
	memcpy(o->bytes.s + s->sh_offset, &flags, sizeof flags);
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
		section(o, i)->sh_flags |= SHF_GNU_RETAIN;
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

/* Sections of names that are nobody's but the user's, which linkers gather as well. */
static bool
is_users(const char *name)
{
	return *name && *name != '.' && strcmp(name, "cgbench_tests");
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
		const char *name = section_name(o, i);
		int place = place_of(name);

		if (!(s->sh_flags & SHF_ALLOC) || !s->sh_size || (place < 0 && !is_users(name)))
			continue;
		s->sh_flags &= ~(Elf64_Xword)(SHF_MERGE | SHF_STRINGS);
		s->sh_entsize = 0;
		if ((place < 0 || !(begun & 1u << place)) && s->sh_addralign < PAGE)
			s->sh_addralign = PAGE;
		if (place >= 0)
			begun |= 1u << place;
	}
}

/* The linker finds a place for common symbols behind all .bss, in an order of its own. */
static void
align_common(struct object *o, size_t offset, size_t strings)
{
	Elf64_Sym *symbol = symbol_at(o, offset);

	(void)strings;
	if (symbol->st_shndx == SHN_COMMON && symbol->st_value < PAGE)
		symbol->st_value = PAGE;
}

/* lld drops what only a __start symbol leads to. */
static void
retain_test(struct object *o)
{
	size_t i;

	for (i = 0; i < o->section_count; i++)
		if (!strcmp(section_name(o, i), "cgbench_tests"))
			section(o, i)->sh_flags |= SHF_GNU_RETAIN;
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
	for (i = 0; i < o->section_count; i++)
		keep_group(o, section(o, i));
	for_symbols(o, rename_one);
	for_symbols(o, align_common);
	align_sections(o);
	hide_constructors(o);
}

char *
object_isolate(const char *path, const char *symbol, const char *why)
{
	struct object o = {.bytes = TEXT_EMPTY, .symbol = symbol};
	bool sound = false;

	if (!file_read(path, &o.bytes))
		return text_print("%s: %s", path, strerror(errno));
	sound = is_sound(&o);
	if (why)
		be_alone(&o, why, "");
	if (sound) {
		retain_test(&o);
		isolate(&o);
	} else {
		be_alone(&o, "it is no ELF object for x86-64", "");
	}
	if (sound && !file_write(path, o.bytes.s, o.bytes.n))
		be_alone(&o, path, " cannot be written");
	text_free(&o.bytes);
	return o.alone;
}

bool
object_align(const char *path)
{
	struct object o = {.bytes = TEXT_EMPTY};
	bool done = file_read(path, &o.bytes);

	if (done && is_sound(&o)) {
		align_sections(&o);
		done = file_write(path, o.bytes.s, o.bytes.n);
	}
	text_free(&o.bytes);
	return done;
}

#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "code/elf64.h"
#include "code/object.h"
#include "util/file.h"
#include "util/memory.h"

enum { PAGE = 4096 };

#ifndef SHF_GNU_RETAIN
#define SHF_GNU_RETAIN (1 << 21)
#endif

struct object {
	struct elf64 elf;
	const char *symbol;
	char *alone; /* why it cannot be combined, once that is known */
	/* From gccgo: names are of their package already, and what has the same in two objects
	   must be one in the program, as types are compared by their addresses. */
	bool is_go;
};

static void
be_alone(struct object *o, const char *why, const char *name)
{
	if (!o->alone)
		o->alone = text_print("%s%s", why, name);
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

/* Adds a string to the table, which must be the last in the file; returns its offset in it. */
static size_t
add_string(struct object *o, size_t table, const char *s)
{
	size_t at = elf64_section(&o->elf, table)->sh_size, n = strlen(s) + 1;

	text_add_n(&o->elf.bytes, s, n);
	elf64_section(&o->elf, table)->sh_size += n;
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
	    "__gnat_begin_handler", "__gdc_begin_catch", "runtime.gorecover", "dlopen",
	    "dlmopen", "dlsym", "dlvsym", "dladdr", "__asan_", "__hwasan_", "__tsan_",
	    "__msan_", "__ubsan_", "__sanitizer_", "__gcov_", "__llvm_prof"};
	/* Rust's, in the middle of mangled names. */
	static const char *const parts[] = {"catch_unwind7cleanup", "panicking3try7cleanup"};
	size_t i;

	for (i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i]))
			return true;
	for (i = 0; i < sizeof parts / sizeof *parts; i++)
		if (strstr(name, parts[i]))
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
	const char *name = elf64_section_name(&o->elf, i);
	const Elf64_Shdr *s = elf64_section(&o->elf, i);

	if (!strcmp(name, ".go_export"))
		o->is_go = true;
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

static void
check_one(void *context, size_t offset, size_t strings)
{
	struct object *o = context;
	const Elf64_Sym *symbol = elf64_symbol(&o->elf, offset);

	check_symbol(o, symbol, elf64_string(&o->elf, strings, symbol->st_name));
}

static void
rename_one(void *context, size_t offset, size_t strings)
{
	struct object *o = context;
	const char *name =
	    elf64_string(&o->elf, strings, elf64_symbol(&o->elf, offset)->st_name);
	char *renamed;

	if (!is_renamed(o, elf64_symbol(&o->elf, offset), name))
		return;
	renamed = text_print("%s.%s", name, o->symbol);
	elf64_move_to_end(&o->elf, strings);
	elf64_symbol(&o->elf, offset)->st_name = (Elf64_Word)add_string(o, strings, renamed);
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
	memcpy(&flags, o->elf.bytes.s + s->sh_offset, sizeof flags);
	flags &= ~(Elf64_Word)GRP_COMDAT;
	memcpy(o->elf.bytes.s + s->sh_offset, &flags, sizeof flags);
}

static void
hide_constructors(struct object *o)
{
	size_t names = elf64_header(&o->elf)->e_shstrndx, i, at = 0;
	char *name = text_print("%s_init", o->symbol);

	for (i = 0; i < o->elf.section_count; i++) {
		if (elf64_section(&o->elf, i)->sh_type != SHT_INIT_ARRAY)
			continue;
		if (!at) {
			elf64_move_to_end(&o->elf, names);
			at = add_string(o, names, name);
		}
		elf64_section(&o->elf, i)->sh_name = (Elf64_Word)at;
		elf64_section(&o->elf, i)->sh_type = SHT_PROGBITS;
		elf64_section(&o->elf, i)->sh_flags |= SHF_GNU_RETAIN;
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

/* Whether a section is the first in its place, of those that have begun. */
static bool
is_first(int place, unsigned *begun)
{
	bool first = place < 0 || !(*begun & 1u << place);

	if (place >= 0)
		*begun |= 1u << place;
	return first;
}

/* The first of the sections in each place begins a page; the others follow it as closely as
   they would in a program of their own. */
static void
align_sections(struct object *o)
{
	unsigned begun = 0;
	size_t i;

	for (i = 0; i < o->elf.section_count; i++) {
		Elf64_Shdr *s = elf64_section(&o->elf, i);
		const char *name = elf64_section_name(&o->elf, i);
		int place = place_of(name);

		if (!(s->sh_flags & SHF_ALLOC) || !s->sh_size ||
		    (place < 0 && !is_users(name)) || (o->is_go && (s->sh_flags & SHF_GROUP)))
			continue;
		s->sh_flags &= ~(Elf64_Xword)(SHF_MERGE | SHF_STRINGS);
		s->sh_entsize = 0;
		if (is_first(place, &begun) && s->sh_addralign < PAGE)
			s->sh_addralign = PAGE;
	}
}

static void
shift_code(struct object *o, size_t n)
{
	unsigned begun = 0;
	size_t i, rest;

	for (i = 0; i < o->elf.section_count; i++) {
		const Elf64_Shdr *s = elf64_section(&o->elf, i);
		int place = place_of(elf64_section_name(&o->elf, i));

		if (!(s->sh_flags & SHF_EXECINSTR) || !s->sh_size || place < 0 ||
		    !is_first(place, &begun) || s->sh_addralign > PAGE)
			continue;
		rest = s->sh_addralign ? n % s->sh_addralign : 0;
		elf64_shift(&o->elf, i, rest ? n + s->sh_addralign - rest : n);
	}
}

/* The linker finds a place for common symbols behind all .bss, in an order of its own. */
static void
align_common(void *context, size_t offset, size_t strings)
{
	struct object *o = context;
	Elf64_Sym *symbol = elf64_symbol(&o->elf, offset);

	(void)strings;
	if (symbol->st_shndx == SHN_COMMON && symbol->st_value < PAGE)
		symbol->st_value = PAGE;
}

/* lld drops what only a __start symbol leads to. */
static void
retain_test(struct object *o)
{
	size_t i;

	for (i = 0; i < o->elf.section_count; i++)
		if (!strcmp(elf64_section_name(&o->elf, i), "cgbench_tests"))
			elf64_section(&o->elf, i)->sh_flags |= SHF_GNU_RETAIN;
}

static void
isolate(struct object *o)
{
	size_t i;

	for (i = 0; i < o->elf.section_count; i++)
		check_section(o, i);
	elf64_for_symbols(&o->elf, check_one, o);
	if (o->alone)
		return;
	for (i = 0; i < o->elf.section_count && !o->is_go; i++)
		keep_group(o, elf64_section(&o->elf, i));
	if (!o->is_go)
		elf64_for_symbols(&o->elf, rename_one, o);
	elf64_for_symbols(&o->elf, align_common, o);
	align_sections(o);
	hide_constructors(o);
}

char *
object_isolate(const char *path, const char *symbol, const char *why, unsigned shift)
{
	struct object o = {.elf = {.bytes = TEXT_EMPTY}, .symbol = symbol};
	bool sound = false;

	if (!file_read(path, &o.elf.bytes))
		return text_print("%s: %s", path, strerror(errno));
	sound = elf64_is_sound(&o.elf);
	if (why)
		be_alone(&o, why, "");
	if (sound) {
		retain_test(&o);
		if (shift)
			shift_code(&o, shift);
		isolate(&o);
	} else {
		be_alone(&o, "it is no ELF object for x86-64", "");
	}
	if (sound && !file_write(path, o.elf.bytes.s, o.elf.bytes.n))
		be_alone(&o, path, " cannot be written");
	text_free(&o.elf.bytes);
	return o.alone;
}

bool
object_align(const char *path)
{
	struct object o = {.elf = {.bytes = TEXT_EMPTY}};
	bool done = file_read(path, &o.elf.bytes);

	if (done && elf64_is_sound(&o.elf)) {
		align_sections(&o);
		done = file_write(path, o.elf.bytes.s, o.elf.bytes.n);
	}
	text_free(&o.elf.bytes);
	return done;
}

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <gnu/lib-names.h>
#include <string.h>
#include <unistd.h>

#include "code/image.h"
#include "code/isolate.h"
#include "code/object.h"
#include "util/array.h"
#include "util/file.h"
#include "util/text.h"
#include "util/words.h"

enum { PAGE = 4096 };

#ifndef SHF_GNU_RETAIN
#define SHF_GNU_RETAIN (1 << 21)
#endif

struct isolated {
	struct object object;
	const char *symbol;
	char *alone; /* the first reason found for which it cannot be combined */
	/* gccgo made it: names contain their package already, and two objects' symbols of the
	   same name must be one in the program, as types are compared by their addresses. */
	bool is_go;
};

static void
be_alone(struct isolated *t, const char *why, const char *name)
{
	if (!t->alone)
		t->alone = text_print("%s%s", why, name);
}

/* Returns true if name is prefix, or begins with it and a dot. */
static bool
is_kind(const char *name, const char *prefix)
{
	size_t n = strlen(prefix);

	return text_begins(name, prefix) && (!name[n] || name[n] == '.');
}

/* Adds what the libraries of C++ define that are beside the C library's mathematics. */
static void
add_cxx(struct words *names, void *mathematics)
{
	static const char *const libraries[] = {
	    "libstdc++.so.6", "libgcc_s.so.1", "libc++.so.1", "libc++abi.so.1"};
	Dl_info of;

	if (!dladdr(dlsym(mathematics, "sin"), &of))
		return;
	for (size_t i = 0; i < COUNTOF(libraries); i++) {
		int n = (int)(file_base(of.dli_fname) - of.dli_fname);
		OWNED char *path = text_print("%.*s%s", n, of.dli_fname, libraries[i]);
		struct image *library = image_open(path);

		if (library)
			image_add_exports(library, names);
		image_free(library);
	}
}

static bool
cxx_defines(const char *name, void *mathematics)
{
	static struct words names;
	static bool read;

	if (!read)
		add_cxx(&names, mathematics);
	read = true;
	return words_find(&names, name) < names.n;
}

/* Returns true if a library of this host defines name: the C library, its mathematics, the
   dynamic loader or, as their names all begin with an underscore, one of C++. Libraries of C++
   are searched beside the C library. They are not loaded, as that would run their constructors
   here. */
static bool
is_in_library(const char *name)
{
	static void *mathematics;

	/* With the handle, dlsym searches only what mathematics needs: cgbench itself is linked
	   with more libraries than a test is. */
	if (!mathematics && !(mathematics = dlopen(LIBM_SO, RTLD_LAZY)))
		return false;
	return dlsym(mathematics, name) || (*name == '_' && cxx_defines(name, mathematics));
}

/* If a test has its own version of a library's function, even a weak one, the library uses
   that, too. The placement forms of allocators are inline functions of <new>. */
static bool
is_library_function(const char *name)
{
	return (text_is_one_of(name, strlen(name), "_Zn* _Zd* __cxa_* _gfortran_*") &&
	           !text_is_one_of(name, strlen(name), "_ZnwmPv _ZnamPv _ZdlPvS_ _ZdaPvS_")) ||
	       is_in_library(name);
}

/* Functions that work on the whole program would notice the other tests: the unwinder searches
   longer if there are more functions (and a stream catches what its own buffer throws);
   sanitizers and profilers keep tables. */
static bool
looks_at_program(const char *name)
{
	static const char names[] =
	    "__cxa_throw __cxa_begin_catch pthread_exit pthread_cancel thrd_exit backtrace "
	    "dl_iterate_phdr _dl_find_object etext _etext __etext edata _edata end _end data_start "
	    "__data_start __bss_start __executable_start __ehdr_start _DYNAMIC __GNU_EH_FRAME_HDR "
	    "_ZTISt15basic_streambuf* __register_frame* __gnat_begin_handler* __gdc_begin_catch* "
	    "runtime.gorecover* __init_array_* __fini_array_* __preinit_array_* "
	    "backtrace_symbols* dlopen* dlmopen* dlsym* dlvsym* dladdr* __asan_* __hwasan_* "
	    "__tsan_* __msan_* __ubsan_* __sanitizer_* __gcov_* __llvm_prof*";

	return text_is_one_of(name, strlen(name), names) ||
	       /* Rust's, within mangled names. */
	       strstr(name, "catch_unwind7cleanup") || strstr(name, "panicking3try7cleanup") ||
	       (text_begins(name, "_Unwind_") && strcmp(name, "_Unwind_Resume"));
}

/* Returns true if what the test uses depends on other tests. __start_NAME and __stop_NAME
   enclose the sections NAME of all files, except for the test's own constructors. Another test
   may decide whether a function is linked that this test only asks for; compilers ask for some
   themselves, which no test has. */
static bool
depends_on_others(const struct isolated *t, const Elf64_Sym *symbol, const char *name)
{
	size_t n = text_begins(name, "__start_") ? 8 : text_begins(name, "__stop_") ? 7 : 0;

	return (n && !text_begins(name + n, t->symbol)) ||
	       (ELF64_ST_BIND(symbol->st_info) == STB_WEAK && !strstr(name, t->symbol) &&
	           !text_is_one_of(name, strlen(name), "_ITM_* __gmon_start__"));
}

static void
check_section(struct isolated *t, size_t i)
{
	const char *name = object_section_name(&t->object, i);
	const Elf64_Shdr *s = &t->object.sections[i].header;

	if (!strcmp(name, ".go_export"))
		t->is_go = true;
	if (text_begins(name, ".gnu.lto_") || text_begins(name, ".llvm.lto"))
		be_alone(t, "it is for link-time optimisation", "");
	if (!strcmp(name, ".deplibs") || !strcmp(name, ".linker-options"))
		be_alone(t, "it names libraries in ", name);
	if ((s->sh_flags & SHF_TLS) && s->sh_size)
		be_alone(t, "it has thread-local data", "");
	if (s->sh_type == SHT_FINI_ARRAY || s->sh_type == SHT_PREINIT_ARRAY ||
	    text_is_one_of(name, strlen(name),
	        ".gnu.linkonce.* .ctors .ctors.* .dtors .dtors.* .init_array.* .init .fini"))
		be_alone(t, "it has a section ", name);
}

static void
check_symbol(struct isolated *t, const Elf64_Sym *symbol, const char *name)
{
	if (!*name)
		return;
	if (ELF64_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC)
		be_alone(t, "it defines the indirect function ", name);
	if (ELF64_ST_BIND(symbol->st_info) == STB_LOCAL)
		return;
	if (symbol->st_shndx == SHN_UNDEF) {
		if (looks_at_program(name) || depends_on_others(t, symbol, name))
			be_alone(t, "it uses ", name);
		return;
	}
	if (strchr(name, '@'))
		be_alone(t, "it defines a version, ", name);
	else if (is_library_function(name))
		be_alone(t, "it has its own ", name);
	else if (t->is_go && ELF64_ST_BIND(symbol->st_info) == STB_GLOBAL &&
	         !strstr(name, t->symbol))
		be_alone(t, "it defines outside of its package ", name);
}

static void
isolate_check(struct isolated *t)
{
	size_t n;
	const Elf64_Sym *symbols = object_symbols(&t->object, &n);

	for (size_t i = 0; i < t->object.section_count; i++)
		check_section(t, i);
	for (size_t i = 0; i < n; i++)
		check_symbol(t, &symbols[i], object_symbol_name(&t->object, &symbols[i]));
}

static void
rename_symbols(struct isolated *t)
{
	size_t strings = t->object.sections[t->object.symbols].header.sh_link, n;
	Elf64_Sym *symbols = object_symbols(&t->object, &n);

	for (size_t i = 0; i < n; i++) {
		const char *name = object_symbol_name(&t->object, &symbols[i]);
		OWNED char *renamed = NULL;

		if (ELF64_ST_BIND(symbols[i].st_info) == STB_LOCAL || !*name ||
		    symbols[i].st_shndx == SHN_UNDEF || !strcmp(name, t->symbol))
			continue;
		renamed = text_print("%s.%s", name, t->symbol);
		symbols[i].st_name =
		    (Elf64_Word)object_add_string(&t->object, strings, renamed);
	}
}

/* A linker takes only the first of the groups with one signature, which need not be a symbol
   that is renamed. */
static void
keep_groups(struct isolated *t)
{
	Elf64_Word flags;

	ARRAY_EACH(struct section, s, t->object.sections, t->object.section_count) {
		if (s->header.sh_type != SHT_GROUP || s->bytes.n < sizeof flags)
			continue;
		memcpy(&flags, s->bytes.s, sizeof flags);
		flags &= ~(Elf64_Word)GRP_COMDAT;
		memcpy(s->bytes.s, &flags, sizeof flags);
	}
}

static void
hide_constructors(struct isolated *t)
{
	OWNED char *name = text_print("%s_init", t->symbol);
	size_t at = 0;

	for (size_t i = 0; i < t->object.section_count; i++) {
		Elf64_Shdr *s = &t->object.sections[i].header;

		if (s->sh_type != SHT_INIT_ARRAY)
			continue;
		if (!at)
			at = object_add_string(&t->object, t->object.names, name);
		s->sh_name = (Elf64_Word)at;
		s->sh_type = SHT_PROGBITS;
		s->sh_flags |= SHF_GNU_RETAIN;
	}
}

/* Returns the output section, or the part of one, in which linkers gather sections of that name
   in the order of the files; -1 if its place does not matter. */
static int
isolate_place_of(const char *name)
{
	static const char *const places[] = {".text.unlikely", ".text.exit", ".text.startup",
	    ".text.hot", ".text", ".rodata", ".data.rel.ro.local", ".data.rel.ro", ".data",
	    ".bss", ".ldata", ".lrodata", ".lbss"};

	for (size_t i = 0; i < COUNTOF(places); i++)
		if (is_kind(name, places[i]))
			return (int)i;
	return -1;
}

/* Returns true for the first section in a place; begun has a bit for each place seen so far. */
static bool
isolate_is_first(int place, unsigned *begun)
{
	bool first = place < 0 || !(*begun & 1u << place);

	if (place >= 0)
		*begun |= 1u << place;
	return first;
}

/* The first section in each place begins a page; the others follow it as closely as in a
   program of their own. Linkers gather sections with names of the user's own, too. */
static void
align_sections(struct isolated *t)
{
	unsigned begun = 0;

	for (size_t i = 0; i < t->object.section_count; i++) {
		Elf64_Shdr *s = &t->object.sections[i].header;
		const char *name = object_section_name(&t->object, i);
		bool users = *name && *name != '.' && strcmp(name, "cgbench_tests");
		int place = isolate_place_of(name);

		if (!(s->sh_flags & SHF_ALLOC) || !s->sh_size || (place < 0 && !users) ||
		    (t->is_go && (s->sh_flags & SHF_GROUP)))
			continue;
		s->sh_flags &= ~(Elf64_Xword)(SHF_MERGE | SHF_STRINGS);
		s->sh_entsize = 0;
		if (isolate_is_first(place, &begun) && s->sh_addralign < PAGE)
			s->sh_addralign = PAGE;
	}
}

static void
shift_code(struct isolated *t, size_t n)
{
	unsigned begun = 0;
	size_t rest;

	for (size_t i = 0; i < t->object.section_count; i++) {
		const Elf64_Shdr *s = &t->object.sections[i].header;
		int place = isolate_place_of(object_section_name(&t->object, i));

		if (!(s->sh_flags & SHF_EXECINSTR) || !s->sh_size || place < 0 ||
		    !isolate_is_first(place, &begun) || s->sh_addralign > PAGE)
			continue;
		rest = s->sh_addralign ? n % s->sh_addralign : 0;
		object_shift(&t->object, i, rest ? n + s->sh_addralign - rest : n);
	}
}

/* Linkers place common symbols after all .bss, in an order of their own. */
static void
align_common(struct isolated *t)
{
	size_t n;
	Elf64_Sym *symbols = object_symbols(&t->object, &n);

	for (size_t i = 0; i < n; i++)
		if (symbols[i].st_shndx == SHN_COMMON && symbols[i].st_value < PAGE)
			symbols[i].st_value = PAGE;
}

/* lld drops a section that only a __start symbol refers to. */
static void
retain_test(struct isolated *t)
{
	for (size_t i = 0; i < t->object.section_count; i++)
		if (!strcmp(object_section_name(&t->object, i), "cgbench_tests"))
			t->object.sections[i].header.sh_flags |= SHF_GNU_RETAIN;
}

static void
isolate_all(struct isolated *t)
{
	isolate_check(t);
	if (t->alone)
		return;
	if (!t->is_go) {
		keep_groups(t);
		rename_symbols(t);
	}
	align_common(t);
	align_sections(t);
	hide_constructors(t);
}

char *
isolate_test(const char *path, const char *symbol, const char *why, unsigned shift)
{
	struct isolated t = {.symbol = symbol};

	if (!object_read(&t.object, path)) {
		if (errno != ENOEXEC)
			return text_print("%s: %s", path, strerror(errno));
		return text_print(
		    "%s", why ? why : "it is not an ELF object for a known machine");
	}
	if (why)
		be_alone(&t, why, "");
	retain_test(&t);
	if (shift)
		shift_code(&t, shift);
	isolate_all(&t);
	if (!object_write(&t.object, path))
		be_alone(&t, path, " cannot be written");
	object_free(&t.object);
	return t.alone;
}

bool
isolate_align(const char *path)
{
	struct isolated t = {0};
	bool written;

	if (!object_read(&t.object, path))
		return errno == ENOEXEC;
	align_sections(&t);
	written = object_write(&t.object, path);
	object_free(&t.object);
	return written;
}

bool
isolate_memory(const char *path)
{
	enum { GRAIN = 1 << 24 };
	int fd = open(path, O_RDWR | O_CLOEXEC);
	Elf64_Ehdr h;
	Elf64_Phdr p, last = {0};
	off_t at, of_last = 0;
	bool written = true;

	if (fd < 0)
		return false;
	if (pread(fd, &h, sizeof h, 0) != sizeof h || memcmp(h.e_ident, ELFMAG, SELFMAG) != 0 ||
	    h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_type != ET_DYN)
		h.e_phnum = 0;
	for (unsigned i = 0; i < h.e_phnum; i++) {
		at = (off_t)(h.e_phoff + i * sizeof p);
		if (pread(fd, &p, sizeof p, at) == sizeof p && p.p_type == PT_LOAD) {
			last = p;
			of_last = at;
		}
	}
	if (last.p_flags & PF_W) {
		last.p_memsz += -(last.p_vaddr + last.p_memsz) % GRAIN;
		written = pwrite(fd, &last, sizeof last, of_last) == sizeof last;
	}
	close(fd);
	return written;
}

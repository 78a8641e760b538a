#include <elf.h>
#include <stdint.h>
#include <unistd.h>

#include "code/isolate.h"
#include "scratch.h"
#include "tap.h"
#include "util/array.h"
#include "util/file.h"
#include "util/text.h"

#define SYMBOL "cgbench_test_00000007"
#define PATH "test.o"

enum { NONE, TEXT, DATA, RODATA, INIT, TESTS, OWN, GROUP };
enum { OF_TEXT = GROUP + 1, OF_DATA, SYMTAB, STRTAB, SHSTRTAB, SECTIONS };

/* A relocatable file as compilers write it, in memory. */
struct built {
	unsigned char bytes[4096];
	size_t n;
	Elf64_Shdr sections[SECTIONS];
	Elf64_Sym symbols[32];
	char strings[512], names[256];
	size_t symbol_count, strings_n, names_n;
};

static size_t
add_name(char *table, size_t *n, const char *s)
{
	size_t at = *n;

	memcpy(table + at, s, strlen(s) + 1);
	*n += strlen(s) + 1;
	return at;
}

static void
add_symbol(struct built *b, const char *name, int bind, int type, int section)
{
	b->symbols[b->symbol_count++] =
	    (Elf64_Sym){.st_name = (Elf64_Word)add_name(b->strings, &b->strings_n, name),
	        .st_info = (unsigned char)ELF64_ST_INFO(bind, type),
	        .st_shndx = (Elf64_Half)section,
	        .st_value = section == SHN_COMMON ? 16 : 0};
}

static void
add_section(struct built *b, int i, const char *name, Elf64_Word type, Elf64_Xword flags,
    const void *s, size_t n)
{
	while (b->n % 8)
		b->n++;
	b->sections[i] =
	    (Elf64_Shdr){.sh_name = (Elf64_Word)add_name(b->names, &b->names_n, name),
	        .sh_type = type,
	        .sh_flags = flags,
	        .sh_offset = b->n,
	        .sh_size = n,
	        .sh_addralign = 8};
	memcpy(b->bytes + b->n, s, n);
	b->n += n;
}

/* Of the code, to what is not defined; and of the data, to its start as a place in a section
   and as a symbol. */
static void
add_relocations(struct built *b)
{
	static const Elf64_Rela of_text = {0, ELF64_R_INFO(5, R_X86_64_PLT32), -4};
	static const Elf64_Rela of_data[] = {
	    {0, ELF64_R_INFO(7, R_X86_64_32), 0}, {4, ELF64_R_INFO(2, R_X86_64_32), 0}};

	add_section(b, OF_TEXT, ".rela.text", SHT_RELA, 0, &of_text, sizeof of_text);
	b->sections[OF_TEXT].sh_info = TEXT;
	b->sections[OF_TEXT].sh_link = SYMTAB;
	add_section(b, OF_DATA, ".rela.data", SHT_RELA, 0, of_data, sizeof of_data);
	b->sections[OF_DATA].sh_info = DATA;
	b->sections[OF_DATA].sh_link = SYMTAB;
}

static void
begin(struct built *b)
{
	static const Elf64_Word group[2] = {GRP_COMDAT, TEXT};

	memset(b, 0, sizeof *b);
	b->n = sizeof(Elf64_Ehdr);
	add_section(b, TEXT, ".text.hot", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, "\xc3", 1);
	add_section(b, DATA, ".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, "12345678", 8);
	add_section(b, RODATA, ".rodata.str1.1", SHT_PROGBITS,
	    SHF_ALLOC | SHF_MERGE | SHF_STRINGS, "word", 5);
	add_section(
	    b, INIT, ".init_array", SHT_INIT_ARRAY, SHF_ALLOC | SHF_WRITE, "87654321", 8);
	add_section(b, TESTS, "cgbench_tests", SHT_PROGBITS, SHF_ALLOC, "87654321", 8);
	add_section(b, OWN, "word_list", SHT_PROGBITS, SHF_ALLOC, "87654321", 8);
	add_section(b, GROUP, ".group", SHT_GROUP, 0, group, sizeof group);
	add_symbol(b, "", STB_LOCAL, STT_NOTYPE, SHN_UNDEF);
	add_symbol(b, "local", STB_LOCAL, STT_FUNC, TEXT);
	add_symbol(b, "work", STB_GLOBAL, STT_FUNC, TEXT);
	add_symbol(b, "inlined", STB_WEAK, STT_FUNC, TEXT);
	add_symbol(b, "common", STB_GLOBAL, STT_OBJECT, SHN_COMMON);
	add_symbol(b, "strlen", STB_GLOBAL, STT_NOTYPE, SHN_UNDEF);
	add_symbol(b, SYMBOL, STB_GLOBAL, STT_FUNC, TEXT);
	add_symbol(b, "", STB_LOCAL, STT_SECTION, TEXT);
	add_relocations(b);
}

static void
end(struct built *b)
{
	Elf64_Ehdr header = {.e_type = ET_REL,
	    .e_machine = EM_X86_64,
	    .e_version = EV_CURRENT,
	    .e_ehsize = sizeof header,
	    .e_shentsize = sizeof(Elf64_Shdr),
	    .e_shnum = SECTIONS,
	    .e_shstrndx = SHSTRTAB};

	add_section(b, SYMTAB, ".symtab", SHT_SYMTAB, 0, b->symbols,
	    b->symbol_count * sizeof *b->symbols);
	b->sections[SYMTAB].sh_link = STRTAB;
	b->sections[SYMTAB].sh_entsize = sizeof(Elf64_Sym);
	add_section(b, STRTAB, ".strtab", SHT_STRTAB, 0, b->strings, b->strings_n);
	add_name(b->names, &b->names_n, ".shstrtab");
	add_section(b, SHSTRTAB, "", SHT_STRTAB, 0, b->names, b->names_n + 1);
	while (b->n % 8)
		b->n++;
	header.e_shoff = b->n;
	memcpy(b->bytes + b->n, b->sections, sizeof b->sections);
	b->n += sizeof b->sections;
	memcpy(header.e_ident, ELFMAG, SELFMAG);
	header.e_ident[EI_CLASS] = ELFCLASS64;
	header.e_ident[EI_DATA] = ELFDATA2LSB;
	header.e_ident[EI_VERSION] = EV_CURRENT;
	memcpy(b->bytes, &header, sizeof header);
}

/* A plain object. */
static void
make(struct built *b)
{
	begin(b);
	end(b);
}

/* What isolate_test says about these bytes; the caller frees. */
static char *
isolate(const void *bytes, size_t n, const char *alone, unsigned shift)
{
	if (!file_write(PATH, (const char *)bytes, n))
		abort();
	return isolate_test(PATH, SYMBOL, alone, shift);
}

static void
says(const struct built *b, const char *want, const char *name)
{
	is_freed(isolate(b->bytes, b->n, NULL, 0), want, name);
}

/* The file as it was left behind. */
struct left {
	struct text bytes;
	const Elf64_Shdr *sections;
	const Elf64_Sym *symbols;
};

static struct left
left_behind(void)
{
	struct left left = {.bytes = TEXT_EMPTY};

	if (!file_read(PATH, &left.bytes))
		abort();
	left.sections =
	    (const Elf64_Shdr *)(void *)(left.bytes.s +
	                                 ((Elf64_Ehdr *)(void *)left.bytes.s)->e_shoff);
	left.symbols =
	    (const Elf64_Sym *)(void *)(left.bytes.s + left.sections[SYMTAB].sh_offset);
	return left;
}

static const char *
symbol_name(const struct left *left, size_t i)
{
	return left->bytes.s + left->sections[STRTAB].sh_offset + left->symbols[i].st_name;
}

static const char *
section_name(const struct left *left, size_t i)
{
	return left->bytes.s + left->sections[SHSTRTAB].sh_offset + left->sections[i].sh_name;
}

static void
test_names(const struct left *left)
{
	is(symbol_name(left, 1), "local", "a local symbol keeps its name");
	is(symbol_name(left, 2), "work." SYMBOL, "a global one gets its own");
	is(symbol_name(left, 3), "inlined." SYMBOL, "a weak one as well");
	is(symbol_name(left, 4), "common." SYMBOL, "a common one as well");
	is(symbol_name(left, 5), "strlen", "what is not defined keeps its name");
	is(symbol_name(left, 6), SYMBOL, "the test keeps its name");
	is(section_name(left, INIT), SYMBOL "_init", "constructors are set aside");
	is(section_name(left, TESTS), "cgbench_tests", "the table is not");
}

static void
test_sections(const struct left *left)
{
	const Elf64_Shdr *s = left->sections;
	Elf64_Word group;

	memcpy(&group, left->bytes.s + s[GROUP].sh_offset, sizeof group);
	ok(group == 0, "no group is merged with another");
	ok(s[TEXT].sh_addralign == 4096 && s[DATA].sh_addralign == 4096 &&
	        s[RODATA].sh_addralign == 4096 && s[OWN].sh_addralign == 4096,
	    "code and data begin at a page");
	ok(left->symbols[4].st_value == 4096, "so does what is common");
	ok(s[TESTS].sh_addralign == 8 && s[INIT].sh_addralign == 8, "tables do not");
	ok(!(s[RODATA].sh_flags & (SHF_MERGE | SHF_STRINGS)), "no string is merged");
	ok(s[INIT].sh_type == SHT_PROGBITS, "constructors run for nobody else");
	ok(s[INIT].sh_flags & s[TESTS].sh_flags & SHF_GNU_RETAIN, "no linker drops either");
}

static void
test_good(void)
{
	struct left left;
	struct built b;

	make(&b);
	says(&b, NULL, "a plain object can be combined");
	left = left_behind();
	test_names(&left);
	test_sections(&left);
	text_free(&left.bytes);
}

static Elf64_Rela
relocation(const struct left *left, int section, size_t i)
{
	Elf64_Rela r;

	memcpy(&r, left->bytes.s + left->sections[section].sh_offset + i * sizeof r, sizeof r);
	return r;
}

static void
test_shifted(void)
{
	struct left left;
	struct built b;
	const char *code;

	make(&b);
	ok(!isolate(b.bytes, b.n, NULL, 20), "an object whose code begins later");
	left = left_behind();
	code = left.bytes.s + left.sections[TEXT].sh_offset;
	ok(left.sections[TEXT].sh_size == 25, "shifted: by a multiple of its alignment");
	ok(code[0] == '\x90' && code[23] == '\x90' && code[24] == '\xc3',
	    "shifted: nops are before the code");
	ok(left.sections[TEXT].sh_addralign == 4096, "shifted: from the start of a page");
	ok(left.symbols[1].st_value == 24 && left.symbols[2].st_value == 24,
	    "shifted: its symbols");
	ok(left.symbols[4].st_value == 4096 && !left.symbols[7].st_value,
	    "shifted: neither others nor the section itself");
	ok(relocation(&left, OF_TEXT, 0).r_offset == 24 &&
	        relocation(&left, OF_TEXT, 0).r_addend == -4,
	    "shifted: the places of its relocations");
	ok(relocation(&left, OF_DATA, 0).r_addend == 24 &&
	        relocation(&left, OF_DATA, 0).r_offset == 0,
	    "shifted: what refers to the section");
	ok(relocation(&left, OF_DATA, 1).r_addend == 0 &&
	        relocation(&left, OF_DATA, 1).r_offset == 4,
	    "shifted: not what refers to a symbol");
	text_free(&left.bytes);
}

/* An object with the headers where they happen to come. */
static void
test_unaligned(void)
{
	struct left left;
	struct built b;
	Elf64_Ehdr *h = (Elf64_Ehdr *)(void *)b.bytes;

	make(&b);
	memmove(b.bytes + h->e_shoff + 3, b.bytes + h->e_shoff, b.n - h->e_shoff);
	b.n += 3;
	h->e_shoff += 3;
	says(&b, NULL, "headers at an odd place");
	left = left_behind();
	is(symbol_name(&left, 2), "work." SYMBOL, "headers at an odd place: renamed");
	text_free(&left.bytes);
}

#define USES STB_GLOBAL, STT_NOTYPE, SHN_UNDEF
#define DEFINES STB_GLOBAL, STT_FUNC, TEXT

static void
test_alone(void)
{
	static const struct {
		const char *name, *why;
		int bind, type, section;
	} symbols[] = {
	    {"__cxa_throw", "it uses __cxa_throw", USES},
	    {"__cxa_begin_catch", "it uses __cxa_begin_catch", USES},
	    {"_Unwind_Resume", NULL, USES},
	    {"_Unwind_Backtrace", "it uses _Unwind_Backtrace", USES},
	    {"pthread_exit", "it uses pthread_exit", USES},
	    {"pthread_create", NULL, USES},
	    {"dlsym", "it uses dlsym", USES},
	    {"__asan_init", "it uses __asan_init", USES},
	    {"_end", "it uses _end", USES},
	    {"__init_array_start", "it uses __init_array_start", USES},
	    {"__start_words", "it uses __start_words", USES},
	    {"__stop_words", "it uses __stop_words", USES},
	    {"__start_" SYMBOL "_init", NULL, STB_WEAK, STT_NOTYPE, SHN_UNDEF},
	    {"hook", "it uses hook", STB_WEAK, STT_NOTYPE, SHN_UNDEF},
	    {"hook", NULL, USES},
	    {"__gmon_start__", NULL, STB_WEAK, STT_NOTYPE, SHN_UNDEF},
	    {"malloc", "it has its own malloc", DEFINES},
	    {"malloc", "it has its own malloc", STB_WEAK, STT_FUNC, TEXT},
	    {"malloc", NULL, STB_LOCAL, STT_FUNC, TEXT},
	    {"_Znwm", "it has its own _Znwm", DEFINES},
	    {"_ZnwmPv", NULL, STB_WEAK, STT_FUNC, TEXT},
	    {"_ZSt9terminatev", "it has its own _ZSt9terminatev", DEFINES},
	    {"_ZN4mine4workEv", NULL, DEFINES},
	    {"sin", "it has its own sin", DEFINES},
	    /* Of zlib, which cgbench is linked with and tests are not. */
	    {"crc32", NULL, DEFINES},
	    {"work@@V2", "it defines a version, work@@V2", DEFINES},
	    {"chosen", "it defines the indirect function chosen", STB_GLOBAL, STT_GNU_IFUNC,
	        TEXT},
	    {"chosen", "it defines the indirect function chosen", STB_LOCAL, STT_GNU_IFUNC,
	        TEXT},
	};

	for (size_t i = 0; i < COUNTOF(symbols); i++) {
		struct built b;
		char *name = text_print("%s, %s", symbols[i].name,
		    symbols[i].section == SHN_UNDEF ? "used" : "defined");

		begin(&b);
		add_symbol(
		    &b, symbols[i].name, symbols[i].bind, symbols[i].type, symbols[i].section);
		end(&b);
		says(&b, symbols[i].why, name);
		free(name);
	}
}

static void
test_sections_alone(void)
{
	static const struct {
		const char *name, *why;
		Elf64_Xword flags;
	} sections[] = {
	    {".tdata", "it has thread-local data", SHF_ALLOC | SHF_WRITE | SHF_TLS},
	    {".deplibs", "it names libraries in .deplibs", SHF_EXCLUDE},
	    {".gnu.lto_.decls", "it is for link-time optimisation", SHF_EXCLUDE},
	    {".init_array.00101", "it has a section .init_array.00101", SHF_ALLOC},
	    {".ctors", "it has a section .ctors", SHF_ALLOC},
	    {".init", "it has a section .init", SHF_ALLOC},
	};

	for (size_t i = 0; i < COUNTOF(sections); i++) {
		struct built b;

		begin(&b);
		add_section(
		    &b, OWN, sections[i].name, SHT_PROGBITS, sections[i].flags, "12345678", 8);
		end(&b);
		says(&b, sections[i].why, sections[i].name);
	}
}

static void
test_foreign(void)
{
	static const struct {
		size_t at;
		unsigned char byte;
		const char *name;
	} bytes[] = {
	    {EI_CLASS, ELFCLASS32, "32 bits"},
	    {EI_DATA, ELFDATA2MSB, "big-endian"},
	    {offsetof(Elf64_Ehdr, e_machine), EM_PPC64, "another processor"},
	    {offsetof(Elf64_Ehdr, e_type), ET_EXEC, "a program"},
	    {0, 'B', "not ELF at all"},
	};

	for (size_t i = 0; i < COUNTOF(bytes); i++) {
		struct built b;

		make(&b);
		b.bytes[bytes[i].at] = bytes[i].byte;
		says(&b, "it is not an ELF object for a known machine", bytes[i].name);
	}
}

static void
test_missing(void)
{
	is_freed(isolate_test("no/such/file.o", SYMBOL, NULL, 0),
	    "no/such/file.o: No such file or directory", "no file");
	ok(!isolate_align("no/such/file.o"), "no file to align");
	ok(file_write(PATH, "BC", 2) && isolate_align(PATH),
	    "what is no object is left as it is");
}

static void
test_asked_for(void)
{
	struct left left;
	struct built b;

	make(&b);
	is_freed(isolate(b.bytes, b.n, "the caller knows better", 0), "the caller knows better",
	    "alone because the caller says so");
	left = left_behind();
	is(symbol_name(&left, 2), "work", "alone: names are kept");
	ok(left.sections[TESTS].sh_flags & SHF_GNU_RETAIN, "alone: no linker drops the test");
	text_free(&left.bytes);
}

static bool
is_refused(const void *bytes, size_t n)
{
	char *why = isolate(bytes, n, NULL, 16);
	bool refused = why != NULL;

	free(why);
	return refused;
}

/* What is written to one part would change the other, after it was checked. */
static void
test_overlap(void)
{
	static const struct {
		int section;
		const char *name;
	} others[] = {{SECTIONS, "the headers"}, {STRTAB, "strings"}, {DATA, "data"},
	    {NONE, "the file's header"}};

	for (size_t i = 0; i < COUNTOF(others); i++) {
		struct built b;
		Elf64_Ehdr h;
		Elf64_Shdr *s;

		make(&b);
		memcpy(&h, b.bytes, sizeof h);
		s = (Elf64_Shdr *)(void *)(b.bytes + h.e_shoff);
		s[SYMTAB].sh_offset =
		    others[i].section == SECTIONS ? h.e_shoff : s[others[i].section].sh_offset;
		s[SYMTAB].sh_size = sizeof(Elf64_Sym);
		ok(is_refused(b.bytes, b.n), "symbols in the place of %s", others[i].name);
	}
}

static void
test_cut(void)
{
	struct built b;
	size_t refused = 0;

	make(&b);
	for (size_t i = 0; i < b.n; i++)
		refused += is_refused(b.bytes, i);
	ok(refused == b.n, "an object that is cut short is refused, wherever it ends");
}

int
main(void)
{
	scratch_enter();
	test_good();
	test_shifted();
	test_unaligned();
	test_alone();
	test_sections_alone();
	test_foreign();
	test_missing();
	test_asked_for();
	test_overlap();
	test_cut();
	scratch_leave();
	return tap_done();
}

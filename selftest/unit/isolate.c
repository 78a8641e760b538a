#include <elf.h>
#include <stdint.h>

#include "code/isolate.h"
#include "scratch.h"
#include "tap.h"
#include "util/file.h"

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
static struct built b;

static size_t
add_name(char *table, size_t *n, const char *s)
{
	size_t at = *n;

	memcpy(table + at, s, strlen(s) + 1);
	*n += strlen(s) + 1;
	return at;
}

static void
add_symbol(const char *name, int bind, int type, int section)
{
	b.symbols[b.symbol_count++] = (Elf64_Sym){.st_name = (Elf64_Word)add_name(b.strings, &b.strings_n, name),
	    .st_info = (unsigned char)ELF64_ST_INFO(bind, type),
	    .st_shndx = (Elf64_Half)section,
	    .st_value = section == SHN_COMMON ? 16 : 0};
}

static void
add_section(int i, const char *name, Elf64_Word type, Elf64_Xword flags, const void *s, size_t n)
{
	while (b.n % 8)
		b.n++;
	b.sections[i] = (Elf64_Shdr){.sh_name = (Elf64_Word)add_name(b.names, &b.names_n, name),
	    .sh_type = type,
	    .sh_flags = flags,
	    .sh_offset = b.n,
	    .sh_size = n,
	    .sh_addralign = 8};
	memcpy(b.bytes + b.n, s, n);
	b.n += n;
}

/* Relocations of the code, to what is not defined; and of the data, to its start as a place in a section and as a
   symbol. */
static void
add_relocations(void)
{
	static const Elf64_Rela of_text = {0, ELF64_R_INFO(5, R_X86_64_PLT32), -4};
	static const Elf64_Rela of_data[] = {
	    {0, ELF64_R_INFO(7, R_X86_64_32), 0}, {4, ELF64_R_INFO(2, R_X86_64_32), 0}};

	add_section(OF_TEXT, ".rela.text", SHT_RELA, 0, &of_text, sizeof of_text);
	b.sections[OF_TEXT].sh_info = TEXT;
	b.sections[OF_TEXT].sh_link = SYMTAB;
	add_section(OF_DATA, ".rela.data", SHT_RELA, 0, of_data, sizeof of_data);
	b.sections[OF_DATA].sh_info = DATA;
	b.sections[OF_DATA].sh_link = SYMTAB;
}

static void
begin(void)
{
	static const Elf64_Word group[2] = {GRP_COMDAT, TEXT};

	memset(&b, 0, sizeof b);
	b.n = sizeof(Elf64_Ehdr);
	add_section(TEXT, ".text.hot", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, "\xc3", 1);
	add_section(DATA, ".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, "12345678", 8);
	add_section(RODATA, ".rodata.str1.1", SHT_PROGBITS, SHF_ALLOC | SHF_MERGE | SHF_STRINGS, "word", 5);
	add_section(INIT, ".init_array", SHT_INIT_ARRAY, SHF_ALLOC | SHF_WRITE, "87654321", 8);
	add_section(TESTS, "cgbench_tests", SHT_PROGBITS, SHF_ALLOC, "87654321", 8);
	add_section(OWN, "word_list", SHT_PROGBITS, SHF_ALLOC, "87654321", 8);
	add_section(GROUP, ".group", SHT_GROUP, 0, group, sizeof group);
	add_symbol("", STB_LOCAL, STT_NOTYPE, SHN_UNDEF);
	add_symbol("local", STB_LOCAL, STT_FUNC, TEXT);
	add_symbol("work", STB_GLOBAL, STT_FUNC, TEXT);
	add_symbol("inlined", STB_WEAK, STT_FUNC, TEXT);
	add_symbol("common", STB_GLOBAL, STT_OBJECT, SHN_COMMON);
	add_symbol("strlen", STB_GLOBAL, STT_NOTYPE, SHN_UNDEF);
	add_symbol(SYMBOL, STB_GLOBAL, STT_FUNC, TEXT);
	add_symbol("", STB_LOCAL, STT_SECTION, TEXT);
	add_relocations();
}

static void
end(void)
{
	Elf64_Ehdr header = {.e_type = ET_REL,
	    .e_machine = EM_X86_64,
	    .e_version = EV_CURRENT,
	    .e_ehsize = sizeof header,
	    .e_shentsize = sizeof(Elf64_Shdr),
	    .e_shnum = SECTIONS,
	    .e_shstrndx = SHSTRTAB};

	add_section(SYMTAB, ".symtab", SHT_SYMTAB, 0, b.symbols, b.symbol_count * sizeof *b.symbols);
	b.sections[SYMTAB].sh_link = STRTAB;
	b.sections[SYMTAB].sh_entsize = sizeof(Elf64_Sym);
	add_section(STRTAB, ".strtab", SHT_STRTAB, 0, b.strings, b.strings_n);
	add_name(b.names, &b.names_n, ".shstrtab");
	add_section(SHSTRTAB, "", SHT_STRTAB, 0, b.names, b.names_n + 1);
	while (b.n % 8)
		b.n++;
	header.e_shoff = b.n;
	memcpy(b.bytes + b.n, b.sections, sizeof b.sections);
	b.n += sizeof b.sections;
	memcpy(header.e_ident, ELFMAG, SELFMAG);
	header.e_ident[EI_CLASS] = ELFCLASS64;
	header.e_ident[EI_DATA] = ELFDATA2LSB;
	header.e_ident[EI_VERSION] = EV_CURRENT;
	memcpy(b.bytes, &header, sizeof header);
}

/* A plain object. */
static void
make(void)
{
	begin();
	end();
}

/* The caller frees what isolate_test says about these bytes. */
static char *
isolate(const void *bytes, size_t n, const char *alone, unsigned shift)
{
	if (!file_write(PATH, (const char *)bytes, n))
		abort();
	return isolate_test(PATH, SYMBOL, alone, shift);
}

static void
says(const char *want, const char *name)
{
	is_freed(isolate(b.bytes, b.n, NULL, 0), want, name);
}

/* The file as it was left behind. */
static struct {
	struct text bytes;
	const Elf64_Shdr *sections;
	const Elf64_Sym *symbols;
} left;

static void
read_left(void)
{
	text_cut(&left.bytes, 0);
	if (!file_read(PATH, &left.bytes))
		abort();
	left.sections = (const Elf64_Shdr *)(void *)(left.bytes.s + ((Elf64_Ehdr *)(void *)left.bytes.s)->e_shoff);
	left.symbols = (const Elf64_Sym *)(void *)(left.bytes.s + left.sections[SYMTAB].sh_offset);
}

static const char *
symbol_name(size_t i)
{
	return left.bytes.s + left.sections[STRTAB].sh_offset + left.symbols[i].st_name;
}

static const char *
section_name(size_t i)
{
	return left.bytes.s + left.sections[SHSTRTAB].sh_offset + left.sections[i].sh_name;
}

static void
test_combined(void)
{
	const Elf64_Shdr *s;
	Elf64_Word group;

	make();
	says(NULL, "a plain object can be combined");
	read_left();
	s = left.sections;
	is(symbol_name(1), "local", "a local symbol keeps its name");
	is(symbol_name(2), "work." SYMBOL, "a global one gets its own");
	is(symbol_name(3), "inlined." SYMBOL, "a weak one as well");
	is(symbol_name(4), "common." SYMBOL, "a common one as well");
	is(symbol_name(5), "strlen", "what is not defined keeps its name");
	is(symbol_name(6), SYMBOL, "the test keeps its name");
	is(section_name(INIT), SYMBOL "_init", "constructors are set aside");
	is(section_name(TESTS), "cgbench_tests", "the table is not");
	memcpy(&group, left.bytes.s + s[GROUP].sh_offset, sizeof group);
	ok(group == 0, "no group is merged with another");
	ok(s[TEXT].sh_addralign == 4096 && s[DATA].sh_addralign == 4096 && s[RODATA].sh_addralign == 4096 &&
	        s[OWN].sh_addralign == 4096,
	    "code and data begin at a page");
	ok(left.symbols[4].st_value == 4096, "so does what is common");
	ok(s[TESTS].sh_addralign == 8 && s[INIT].sh_addralign == 8, "tables do not");
	ok(!(s[RODATA].sh_flags & (SHF_MERGE | SHF_STRINGS)), "no string is merged");
	ok(s[INIT].sh_type == SHT_PROGBITS, "constructors run for nobody else");
	ok(s[INIT].sh_flags & s[TESTS].sh_flags & SHF_GNU_RETAIN, "no linker drops either");
}

static void
relocation_is(int section, size_t i, Elf64_Addr offset, Elf64_Sxword addend, const char *name)
{
	Elf64_Rela r;

	memcpy(&r, left.bytes.s + left.sections[section].sh_offset + i * sizeof r, sizeof r);
	ok(r.r_offset == offset && r.r_addend == addend, "%s", name);
}

static void
test_shifted(void)
{
	const char *code;

	make();
	ok(!isolate(b.bytes, b.n, NULL, 20), "an object whose code begins later");
	read_left();
	code = left.bytes.s + left.sections[TEXT].sh_offset;
	ok(left.sections[TEXT].sh_size == 25, "shifted: by a multiple of its alignment");
	ok(code[0] == '\x90' && code[23] == '\x90' && code[24] == '\xc3', "shifted: nops are before the code");
	ok(left.sections[TEXT].sh_addralign == 4096, "shifted: from the start of a page");
	ok(left.symbols[1].st_value == 24 && left.symbols[2].st_value == 24, "shifted: its symbols");
	ok(left.symbols[4].st_value == 4096 && !left.symbols[7].st_value,
	    "shifted: neither others nor the section itself");
	relocation_is(OF_TEXT, 0, 24, -4, "shifted: the places of its relocations");
	relocation_is(OF_DATA, 0, 0, 24, "shifted: what refers to the section");
	relocation_is(OF_DATA, 1, 4, 0, "shifted: not what refers to a symbol");
}

/* An object with the headers where they happen to come. */
static void
test_unaligned(void)
{
	Elf64_Ehdr *h = (Elf64_Ehdr *)(void *)b.bytes;

	make();
	memmove(b.bytes + h->e_shoff + 3, b.bytes + h->e_shoff, b.n - h->e_shoff);
	b.n += 3;
	h->e_shoff += 3;
	says(NULL, "headers at an odd place");
	read_left();
	is(symbol_name(2), "work." SYMBOL, "headers at an odd place: renamed");
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
	    /* A function of zlib, which cgbench is linked with and tests are not. */
	    {"crc32", NULL, DEFINES},
	    {"work@@V2", "it defines a version, work@@V2", DEFINES},
	    {"chosen", "it defines the indirect function chosen", STB_GLOBAL, STT_GNU_IFUNC, TEXT},
	    {"chosen", "it defines the indirect function chosen", STB_LOCAL, STT_GNU_IFUNC, TEXT},
	};

	for (size_t i = 0; i < COUNTOF(symbols); i++) {
		OWNED char *name =
		    text_print("%s, %s", symbols[i].name, symbols[i].section == SHN_UNDEF ? "used" : "defined");

		begin();
		add_symbol(symbols[i].name, symbols[i].bind, symbols[i].type, symbols[i].section);
		end();
		says(symbols[i].why, name);
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
		begin();
		add_section(OWN, sections[i].name, SHT_PROGBITS, sections[i].flags, "12345678", 8);
		end();
		says(sections[i].why, sections[i].name);
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
		make();
		b.bytes[bytes[i].at] = bytes[i].byte;
		says("it is not an ELF object for a known machine", bytes[i].name);
	}
}

static void
test_missing(void)
{
	is_freed(
	    isolate_test("no/such/file.o", SYMBOL, NULL, 0), "no/such/file.o: No such file or directory", "no file");
	ok(!isolate_align("no/such/file.o"), "no file to align");
	ok(file_write(PATH, "BC", 2) && isolate_align(PATH), "what is no object is left as it is");
}

static void
test_asked_for(void)
{
	make();
	is_freed(isolate(b.bytes, b.n, "the caller knows better", 0), "the caller knows better",
	    "alone because the caller says so");
	read_left();
	is(symbol_name(2), "work", "alone: names are kept");
	ok(left.sections[TESTS].sh_flags & SHF_GNU_RETAIN, "alone: no linker drops the test");
}

static bool
is_refused(const void *bytes, size_t n)
{
	OWNED char *why = isolate(bytes, n, NULL, 16);

	return why != NULL;
}

static void
test_cut(void)
{
	size_t refused = 0;

	make();
	for (size_t i = 0; i < b.n; i++)
		refused += is_refused(b.bytes, i);
	ok(refused == b.n, "an object that is cut short is refused, wherever it ends");
}

int
main(void)
{
	scratch_enter();
	test_combined();
	test_shifted();
	test_unaligned();
	test_alone();
	test_sections_alone();
	test_foreign();
	test_missing();
	test_asked_for();
	test_cut();
	text_free(&left.bytes);
	scratch_leave();
	return tap_done();
}

#include <sys/stat.h>

#include "code/calls.h"
#include "code/object.h"
#include "scratch.h"
#include "tap.h"

#define SYMBOL "cgbenchtest00000007"

enum { FIRST = STUB_SIZE / 2, PLACE = 8 };

/* A test that calls and refers in all ways, in this order; absent is no import. */
static const char source[] = ".text\n"
                             ".globl " SYMBOL "\n" SYMBOL ":\n"
                             "call puts@PLT\n"
                             "mov stdout@GOTPCREL(%rip), %rax\n"
                             "call *free@GOTPCREL(%rip)\n"
                             "jmp *puts@GOTPCREL(%rip)\n"
                             "cmpq $1, malloc@GOTPCREL(%rip)\n"
                             "call free@PLT\n"
                             "call absent@PLT\n"
                             "call own@PLT\n"
                             "lea puts(%rip), %rax\n"
                             ".globl own\n"
                             "own: ret\n"
                             ".section .debug, \"\", @progbits\n"
                             ".long puts@PLT\n";

static const unsigned char plain[] = {0xff, 0x25}, tracked[] = {0xf3, 0x0f, 0x1e, 0xfa, 0xf2, 0xff, 0x25};

static void
shell(const char *command)
{
	if (system(command))
		abort();
}

static void
assemble(const char *code)
{
	scratch_write("test.s", code);
	shell("as -o test.o test.s");
}

/* Returns whether test.o is copied to copy.o, with the stubs beginning like that. */
static bool
separate(const unsigned char *start, size_t n)
{
	static const char *const names[] = {"stdout", "puts", "malloc", "free", "own"};
	FREED_BY(words_free) struct words imports = WORDS_EMPTY;

	for (size_t i = 0; i < COUNTOF(names); i++)
		words_add(&imports, names[i]);
	unlink("copy.o");
	return calls_separate("test.o", "copy.o", SYMBOL, &imports, start, n);
}

static size_t
find_section(const struct object *object, const char *name)
{
	for (size_t i = object->section_count; i; i--)
		if (!strcmp(object_section_name(object, i - 1), name))
			return i - 1;
	return 0;
}

/* "SYMBOL+ADDEND TYPE" of each relocation of a section, one after the other. */
static void
refers(const struct object *object, const char *section, const char *want)
{
	size_t n;
	const Elf64_Rela *r = object_relocations(&object->sections[find_section(object, section)], &n);
	struct text t = TEXT_EMPTY;

	for (size_t i = 0; i < n; i++)
		text_addf(&t, "%s%s%+d:%d", i ? " " : "", object_symbol_name(object, object_referred(object, &r[i])),
		    (int)r[i].r_addend, (int)ELF64_R_TYPE(r[i].r_info));
	is_freed(text_take(&t), want, section);
}

/* Reads the copy of a test in a program whose stubs begin with so many bytes of plain. */
static void
separates(size_t n, struct object *object)
{
	assemble(source);
	ok(separate(plain, n), "a test that calls is copied, %zu bytes", n);
	if (!object_read(object, "copy.o"))
		abort();
}

/* The imports have the numbers in the order of their use: puts, stdout, free, malloc. */
static void
test_separate(void)
{
	FREED_BY(object_free) struct object object;
	const struct section *stubs, *places;

	separates(sizeof plain, &object);
	refers(&object, ".rela.text",
	    SYMBOL ".stubs+4:2 " SYMBOL ".places+4:2 " SYMBOL ".places+12:2 " SYMBOL ".places-4:2 " SYMBOL
	           ".places+19:2 " SYMBOL ".stubs+36:2 absent-4:4 own-4:4 puts-4:2");
	refers(&object, ".rela.debug", "puts+0:4");
	refers(&object, ".rela.text.cgbench",
	    SYMBOL ".places-4:2 " SYMBOL ".places+4:2 " SYMBOL ".places+12:2 " SYMBOL ".places+20:2");
	refers(&object, ".rela.data.rel.ro.cgbench", "puts+0:1 stdout+0:1 free+0:1 malloc+0:1");
	stubs = &object.sections[find_section(&object, ".text.cgbench")];
	places = &object.sections[find_section(&object, ".data.rel.ro.cgbench")];
	ok(stubs->header.sh_flags == (SHF_ALLOC | SHF_EXECINSTR) && stubs->header.sh_addralign == 4096,
	    "stubs are code on a page of its own");
	ok(places->header.sh_flags == (SHF_ALLOC | SHF_WRITE) && places->header.sh_addralign == 4096,
	    "places are on a page of their own");
	ok(stubs->bytes.n == FIRST + 4 * STUB_SIZE && places->bytes.n == 4 * PLACE,
	    "there is one of each for an import");
	ok(!memcmp(stubs->bytes.s + FIRST + STUB_SIZE, "\xff\x25\0\0\0\0\xcc", 7), "a stub begins as the linker's");
}

static void
test_no_stubs(void)
{
	FREED_BY(object_free) struct object object;

	separates(0, &object);
	refers(&object, ".rela.text",
	    "puts-4:4 " SYMBOL ".places-4:2 " SYMBOL ".places+4:2 " SYMBOL ".places+12:2 " SYMBOL
	    ".places+19:2 free-4:4 absent-4:4 own-4:4 puts-4:2");
	refers(&object, ".rela.text.cgbench", "");
}

static void
test_refused(void)
{
	assemble(".text\n.globl own\nown: call own@PLT\ncall absent@PLT\n");
	ok(!separate(plain, sizeof plain) && access("copy.o", F_OK), "a test without imports is not copied");
	scratch_store("test.o", source, sizeof source);
	ok(!separate(plain, sizeof plain), "nor is what is no object");
	unlink("test.o");
	ok(!separate(plain, sizeof plain), "nor is no file");
	assemble(source);
	ok(!mkdir("copy.o", 0700) && !separate(plain, sizeof plain), "nor can it be written to a directory");
	ok(!rmdir("copy.o"), "which remains");
}

/* Returns whether all places in a linked copy of such code are bound when it starts.
   Its stubs must begin like that. */
static bool
is_bound(const char *code, const char *options, const unsigned char *start, size_t n)
{
	unsigned char found[STUB_SIZE];
	struct image *image;
	size_t found_n;
	bool bound;
	char *link = text_print("ld -e " SYMBOL " %s -o program copy.o -lc", options);

	assemble(code);
	ok(separate(start, n), "%s: copied", options);
	shell(link);
	free(link);
	image = image_open("program");
	if (!image)
		abort();
	found_n = stub_start(image, found);
	ok(found_n == n && !memcmp(found, start, n), "%s: the start of a stub", options);
	bound = calls_are_separate(image, start, n);
	image_free(image);
	return bound;
}

static void
test_bound(void)
{
	static const char calls[] = ".globl " SYMBOL "\n" SYMBOL ": call puts@PLT\ncall free@PLT\n";
	static const char address[] = ".globl " SYMBOL "\n" SYMBOL ": call puts@PLT\ncall free@PLT\nmov $puts, %eax\n";

	ok(is_bound(calls, "-pie", plain, sizeof plain), "-pie: bound");
	ok(is_bound(calls, "-no-pie", plain, sizeof plain), "-no-pie: bound");
	ok(is_bound(calls, "-pie -z now -z ibtplt", tracked, sizeof tracked), "branch tracking: bound");
	ok(!is_bound(address, "-no-pie -z lazy", plain, sizeof plain), "not bound if the address is taken as a number");
}

int
main(void)
{
	scratch_enter();
	test_separate();
	test_no_stubs();
	test_refused();
	test_bound();
	scratch_leave();
	return tap_done();
}

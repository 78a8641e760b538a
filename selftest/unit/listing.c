#include <elf.h>

#include "child.h"
#include "code/image.h"
#include "code/instruction.h"
#include "code/listing.h"
#include "profile.h"
#include "scratch.h"
#include "util/file.h"

enum { CODE = 0x10000, F = 1 };

/* One line each of a function: what is assembled, what is listed if that is something else, the
   kind, and whether it is an access of the frame. */
struct line {
	const char *source, *text;
	enum profile_kind kind;
	bool frame;
};

#define K(kind) PROFILE_##kind
static const struct line first[] = {
    {"movq -4(%rdx),%xmm0", NULL, K(LOAD), 0},
    {"pshufd $0xe5,%xmm0,%xmm2", NULL, K(VECTOR), 0},
    {"movd %xmm0,%ecx", NULL, K(VECTOR), 0},
    {"movaps %xmm1,%xmm0", NULL, K(MOVE), 0},
    {"movhlps %xmm1,%xmm0", NULL, K(VECTOR), 0},
    {"movups (%rax),%xmm1", NULL, K(LOAD), 0},
    {"movdqa %xmm1,16(%rsp)", NULL, K(STORE), F},
    {"paddd (%rdi,%rcx),%xmm0", NULL, K(LOAD_OP), 0},
    {"pxor %xmm0,%xmm0", NULL, K(VECTOR), 0},
    {"addsd %xmm1,%xmm0", NULL, K(ARITHMETIC), 0},
    {"ucomisd 8(%rsp),%xmm0", NULL, K(LOAD_OP), F},
    {"cvtsi2sdl %eax,%xmm0", NULL, K(OTHER), 0},
    {"cvtsi2sdq %rax,%xmm0", NULL, K(OTHER), 0},
    {"cvtps2pd %xmm0,%xmm0", NULL, K(VECTOR), 0},
    {"mulsd %xmm1,%xmm0", NULL, K(MULTIPLY), 0},
    {"pmuludq (%rax),%xmm0", NULL, K(MULTIPLY), 0},
    {"divpd %xmm1,%xmm0", NULL, K(DIVIDE), 0},
    {"sqrtsd %xmm1,%xmm0", NULL, K(DIVIDE), 0},
    {"vaddps (%rax),%ymm1,%ymm0", NULL, K(LOAD_OP), 0},
    {"vfmadd213sd %xmm2,%xmm1,%xmm0", NULL, K(MULTIPLY), 0},
    {"vzeroupper", NULL, K(VECTOR), 0},
    {"movzbl (%rax),%ecx", NULL, K(LOAD), 0},
    {"movzbl %al,%ecx", NULL, K(MOVE), 0},
    {"movslq %eax,%rcx", NULL, K(MOVE), 0},
    {"movsbw (%rax,%rbx,4),%cx", NULL, K(LOAD), 0},
    {"movl $1,%eax", NULL, K(MOVE), 0},
    {"movq $-1,(%rax)", NULL, K(STORE), 0},
    {"movabsq $0x3ff0000000000000,%rax", NULL, K(MOVE), 0},
    {"movq 8(%rbp),%rax", NULL, K(LOAD), 0},
    {"movl %fs:-4,%eax", NULL, K(LOAD), 0},
    {"addl $1000,%eax", NULL, K(ARITHMETIC), 0},
    {"addl 12(%rsp,%rcx,8),%eax", NULL, K(LOAD_OP), F},
    {"addl $1,(%rax)", NULL, K(LOAD_OP), 0},
    {"lock cmpxchgq %rcx,(%rdx)", NULL, K(LOAD_OP), 0},
    {"lock cmpxchg8b (%rdx)", NULL, K(LOAD_OP), 0},
    {"vcvtsi2sdq (%rdx),%xmm1,%xmm0", NULL, K(LOAD_OP), 0},
    {"kmovw %k1,%k2", NULL, K(MOVE), 0},
    {"kandw %k1,%k2,%k3", NULL, K(VECTOR), 0},
    {"repe cmpsb", NULL, K(LOAD_OP), 0},
    {"xchgl %eax,%ecx", "xchgl %eax,%ecx", K(MOVE), 0},
    {"andl $0xffff,%eax", NULL, K(LOGIC), 0},
    {"andl $-16,%eax", NULL, K(LOGIC), 0},
    {"cmpl %ecx,%eax", NULL, K(COMPARE), 0},
    {"vucomisd %xmm1,%xmm0", NULL, K(COMPARE), 0},
    {"vsubss %xmm2,%xmm1,%xmm0", NULL, K(ARITHMETIC), 0},
    {"negq %rax", NULL, K(ARITHMETIC), 0},
    {"xorl %eax,%eax", NULL, K(LOGIC), 0},
    {"popcntq %rax,%rcx", "popcnt %rax,%rcx", K(LOGIC), 0},
    {"cmpq $16,(%rax)", NULL, K(LOAD_OP), 0},
    {"testb %al,%al", NULL, K(COMPARE), 0},
    {"sall $1,%eax", "shll %eax", K(LOGIC), 0},
    {"shrq $3,%rax", NULL, K(LOGIC), 0},
    {"sarl %cl,%eax", NULL, K(LOGIC), 0},
    {"leaq 8(,%rax,4),%rcx", NULL, K(ARITHMETIC), 0},
    {"leaq 8(%rsp),%rcx", NULL, K(ARITHMETIC), 0},
    {"imull $100,%eax,%ecx", NULL, K(MULTIPLY), 0},
    {"imulq 8(%rsp),%rcx", NULL, K(MULTIPLY), F},
    {"mulq %rcx", NULL, K(MULTIPLY), 0},
    {"idivl 4(%rcx)", NULL, K(DIVIDE), 0},
    {"cltq", NULL, K(OTHER), 0},
    {"cqto", NULL, K(OTHER), 0},
    {"cltd", NULL, K(OTHER), 0},
    {"cmovne %rdx,%rcx", NULL, K(OTHER), 0},
    {"cmova (%rdx),%rcx", NULL, K(LOAD_OP), 0},
    {"setae %al", NULL, K(OTHER), 0},
    {"sete (%rax)", NULL, K(STORE), 0},
    {"btsq %rax,%rcx", NULL, K(LOGIC), 0},
    {"bswap %eax", NULL, K(LOGIC), 0},
    {"pushq %rbx", NULL, K(STORE), F},
    {"pushq (%rax)", NULL, K(STORE), F},
    {"pushq $1", NULL, K(STORE), F},
    {"popq %rbx", NULL, K(LOAD), F},
    {"leave", NULL, K(LOAD), F},
    {"rep stosq", NULL, K(STORE), 0},
    {"movsl", NULL, K(STORE), 0},
    {"lodsb", NULL, K(LOAD), 0},
    {"repne scasb", NULL, K(LOAD_OP), 0},
    {"fldt 16(%rsp)", NULL, K(LOAD), F},
    {"fildll (%rax)", NULL, K(LOAD), 0},
    {"fstpl (%rax)", NULL, K(STORE), 0},
    {"fadds (%rax)", NULL, K(LOAD_OP), 0},
    {"faddp %st,%st(1)", NULL, K(ARITHMETIC), 0},
    {"fsubrp %st,%st(1)", NULL, K(ARITHMETIC), 0},
    {"fxch %st(1)", NULL, K(MOVE), 0},
    {"fld1", NULL, K(OTHER), 0},
    {"prefetcht0 (%rax)", NULL, K(OTHER), 0},
    {"mfence", NULL, K(OTHER), 0},
    {"nop", NULL, K(NOP), 0},
    {"nopw 0(%rax,%rax)", "nopw (%rax,%rax)", K(NOP), 0},
    {"endbr64", NULL, K(NOP), 0},
    {"syscall", NULL, K(CALL), 0},
    {"ud2", NULL, K(OTHER), 0},
    {"movl counts+8(%rip),%eax", NULL, K(LOAD), 0},
    {"leaq second.cgbenchtest00000003(%rip),%rax", "leaq second(%rip),%rax", K(ARITHMETIC), 0},
    {"movq outer@GOTPCREL(%rip),%rax", NULL, K(LOAD), 0},
    {"movl .Ltext+4(%rip),%eax", "movl .LC0(%rip),%eax", K(LOAD), 0},
    {"leaq .Ltext(%rip),%rdx", "leaq .LC1(%rip),%rdx", K(ARITHMETIC), 0},
    {"addl .Ltext+4(%rip),%eax", "addl .LC0(%rip),%eax", K(LOAD_OP), 0},
    {"call second.cgbenchtest00000003", "call second", K(CALL), 0},
    {"call outer@PLT", "call outer", K(CALL), 0},
    {"call _Znwm@PLT", "call operator new(unsigned long)", K(CALL), 0},
    {"call *%rax", NULL, K(CALL), 0},
    {"call *8(%rsp)", NULL, K(CALL), 0},
    {"jmp *(%rax,%rcx,8)", NULL, K(JUMP), 0},
    {"jmp second.cgbenchtest00000003+1", "jmp second+1", K(JUMP), 0},
    {"je outer@PLT", "je outer", K(BRANCH), 0},
    {"ret", NULL, K(CALL), 0},
};

enum { LINES = sizeof first / sizeof *first };

static void
add_function(struct text *t, const char *name, const char *body)
{
	text_addf(t,
	    ".globl \"%s\"\n.hidden \"%s\"\n.type \"%s\",@function\n\"%s\":\n.cfi_startproc\n%s.cfi_endproc\n"
	    ".size \"%s\",.-\"%s\"\n",
	    name, name, name, name, body, name, name);
}

/* Assembles and links; code begins at CODE. */
static struct image *
build(const char *path, const char *link, const char *assembly)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	OWNED char *command = text_print("as -o %s.o %s.s && ld -Ttext=0x%x --eh-frame-hdr --build-id=0x0badcafe %s "
	                                 "-o %s %s.o",
	    path, path, CODE, link, path, path);
	OWNED char *source = text_print("%s.s", path);
	struct image *image = NULL;

	text_addf(&t,
	    ".text\n%s.data\n.type counts,@object\n.local counts\ncounts: .zero 64\n"
	    ".size counts,64\n.section .rodata\n.Ltext: .zero 8\n",
	    assembly);
	if (!file_write(source, t.s, t.n) || system(command) || !(image = image_open(path)))
		abort();
	return image;
}

/* Steps for all instructions of the symbol at the address, which all ran. */
static void
add_sites(struct profile *p, const struct image *image, uint64_t address, const char *name)
{
	const struct image_symbol *s = image_symbol(image, address);
	struct profile_function *f = profile_function(p, name, PROFILE_PROGRAM, 0);
	size_t n;

	for (uint64_t at = s->address; at < s->address + s->size;) {
		const unsigned char *bytes = image_bytes(image, at, &n);

		profile_site(f, at, 1, PROFILE_UNKNOWN, NULL);
		at += instruction_read(bytes, n).length;
	}
}

static void
set_path(struct profile *p, const char *path)
{
	free(p->binaries[0].path);
	p->binaries[0].path = memory_copy(path);
}

/* Reads its files anew. */
static void
annotate(struct profile *p)
{
	FREED_BY(images_free) struct images images = {0};

	listing_annotate(p, &images);
}

static void
test_lines(void)
{
	FREED_BY(text_free) struct text body = TEXT_EMPTY, assembly = TEXT_EMPTY;
	struct profile *p = profile_new();
	struct image *image;

	for (size_t i = 0; i < LINES; i++)
		text_addf(&body, "%s\n", first[i].source);
	add_function(&assembly, "first", body.s);
	add_function(&assembly, "second.cgbenchtest00000003", "nop\nret\n");
	image = build("lines", "-shared", assembly.s);
	is(image_build_id(image), "0badcafe", "the build id");
	add_sites(p, image, CODE, "first");
	set_path(p, "lines");
	annotate(p);
	is(p->binaries[0].build_id, "0badcafe", "its build id is taken");
	ok(p->functions[0].site_count == LINES, "%d instructions", LINES);
	for (size_t i = 0; i < LINES && i < p->functions[0].site_count; i++) {
		const struct profile_site *s = &p->functions[0].sites[i];

		is(s->text, first[i].text ? first[i].text : first[i].source, first[i].source);
		is(profile_kind_name(s->kind), profile_kind_name(first[i].kind), "its kind");
		ok(s->frame == first[i].frame, "frame: %s", first[i].source);
	}
	image_free(image);
	profile_free(p);
}

/* How the site at a place of a function is listed. */
static void
listed(const struct profile *p, size_t function, size_t site, const char *text)
{
	is(p->functions[function].sites[site].text, text, text);
}

/* Reads the program without symbols: functions are where they are unwound. */
static void
test_stripped(struct profile *p)
{
	if (system("strip -o stripped program"))
		abort();
	set_path(p, "stripped");
	free(p->functions[0].name);
	p->functions[0].name = memory_copy("stripped" PROFILE_NAMELESS);
	annotate(p);
	ok(p->functions[0].sites[0].frame && !p->functions[1].sites[2].frame,
	    "rbp is a frame pointer in the same function");
	listed(p, 0, 1, "jne 0x10004");
	listed(p, 0, 2, "jmp std::later<int, 1>()");
	ok(p->stripped, "it is known to be stripped");
}

static void
test_program(void)
{
	struct profile *p = profile_new();
	FREED_BY(text_free) struct text assembly = TEXT_EMPTY;
	struct image *image;
	const struct profile_site *s;

	add_function(&assembly, "work", "pushq %rbp\nmovq %rsp,%rbp\n1: addl -8(%rbp),%eax\njne 1b\njmp later\n");
	add_function(&assembly, "later",
	    "movl counts,%eax\nmovl counts(,%rax,4),%eax\n"
	    "movl 8(%rbp),%eax\njmp work.cold\n");
	add_function(&assembly, "work.cold", "movl 8(%rbp),%eax\ncall *counts+8(%rip)\nret\n");
	image = build("program", "-e 0", assembly.s);
	add_sites(p, image, CODE, "work");
	add_sites(p, image, p->functions[0].sites[4].address + 2, "std::later<int, 1>()");
	add_sites(p, image, p->functions[1].sites[3].address + 2, "work.cold");
	/* The first instructions of a function ran before what is measured. */
	memmove(p->functions[0].sites, p->functions[0].sites + 2, 3 * sizeof *p->functions[0].sites);
	p->functions[0].site_count = 3;
	annotate(p);
	s = p->functions[0].sites;
	listed(p, 0, 0, "addl -8(%rbp),%eax");
	ok(s[0].frame && !p->functions[1].sites[2].frame && p->functions[2].sites[0].frame,
	    "rbp is a frame pointer in the function that sets it, and in its cold part");
	listed(p, 0, 1, "jne 0x10004");
	ok(s[1].target == s[0].address, "a jump within the function has its target");
	listed(p, 0, 2, "jmp std::later<int, 1>()");
	ok(s[2].target == p->functions[1].sites[0].address, "so has one to another function");
	listed(p, 1, 0, "movl counts,%eax");
	listed(p, 1, 1, "movl counts(,%rax,4),%eax");
	listed(p, 1, 3, "jmp work.cold");
	listed(p, 2, 1, "call *counts+8(%rip)");
	ok(!p->stripped, "a program with symbols");
	image_free(image);
	test_stripped(p);
	profile_free(p);
}

/* Returns whether nothing is known of the code of a file at an address. */
static bool
is_unknown(struct profile *p, const char *path, uint64_t address)
{
	struct profile_site *site = &p->functions[0].sites[0];

	set_path(p, path);
	site->address = address;
	annotate(p);
	return !site->text && site->kind == PROFILE_UNKNOWN;
}

static void
test_refused(void)
{
	struct profile *p = profile_new();

	profile_site(profile_function(p, "first", PROFILE_PROGRAM, 0), 0, 1, PROFILE_UNKNOWN, NULL);
	ok(is_unknown(p, "", CODE), "no file");
	ok(is_unknown(p, "missing", CODE), "a missing file");
	ok(is_unknown(p, "lines.s", CODE), "no executable or library");
	is(p->binaries[0].build_id, "", "it has no build id");
	ok(is_unknown(p, "lines", 0x70000000), "an address outside of the file");
	ok(!is_unknown(p, "lines", CODE), "one within");
	profile_free(p);
}

static void
get_image(const char *path)
{
	FREED_BY(images_free) struct images images = {0};

	images_get(&images, path);
	images_get(&images, path);
}

static void
test_unreadable(void)
{
	struct child o = child_run(get_image, ".");

	is(o.err, "cgbench: cannot read the code of .: Is a directory\n", "one warning");
	o = child_run(get_image, "missing");
	is(o.err, "", "none of a file that is gone");
	o = child_run(get_image, "lines.s");
	is(o.err, "", "nor of one that is something else");
}

/* Moves n bytes of a file to an odd offset at its end, which is returned. */
static uint64_t
move_to_odd(struct text *t, uint64_t from, size_t n)
{
	OWNED char *moved = memory_copy_n(t->s + from, n);
	uint64_t to;

	text_add_n(t, "\0", t->n % 2 ? 2 : 1);
	to = t->n;
	text_add_n(t, moved, n);
	return to;
}

/* The tables of headers are where no linker puts them. */
static void
test_odd_headers(void)
{
	FREED_BY(text_free) struct text whole = TEXT_EMPTY;
	struct image *image;
	Elf64_Ehdr header;

	if (!file_read("program", &whole))
		abort();
	memcpy(&header, whole.s, sizeof header);
	header.e_phoff = move_to_odd(&whole, header.e_phoff, header.e_phnum * sizeof(Elf64_Phdr));
	header.e_shoff = move_to_odd(&whole, header.e_shoff, header.e_shnum * sizeof(Elf64_Shdr));
	memcpy(whole.s, &header, sizeof header);
	if (!file_write("odd", whole.s, whole.n))
		abort();
	image = image_open("odd");
	ok(image && image_symbol(image, CODE), "headers need not be aligned");
	image_free(image);
}

int
main(void)
{
	scratch_enter();
	test_lines();
	test_program();
	test_refused();
	test_unreadable();
	test_odd_headers();
	scratch_leave();
	return tap_done();
}

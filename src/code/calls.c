#include <stdlib.h>
#include <string.h>

#include "code/calls.h"
#include "code/object.h"
#include "util/array.h"

/* The predictor knows the jump of a stub by the low part of its address. The stubs of libraries
   are at multiples of their size, and the test's begin at half of it, so that none has the
   entry of a function that it calls. */
enum { PAGE = 4096, FIRST = STUB_SIZE / 2, PLACE_SIZE = 8, NONE = -1, UNKNOWN = 0 };

/* The relocations of instructions that call a function or use the global offset table (from),
   and the ones that replace them and refer to a stub or a place (to). */
static const struct redirection {
	Elf64_Xword from, to;
	Elf64_Half machine;
	bool call;
} redirections[] = {{R_X86_64_PLT32, R_X86_64_PC32, EM_X86_64, true},
    {R_X86_64_GOTPCREL, R_X86_64_PC32, EM_X86_64, false},
    {R_X86_64_GOTPCRELX, R_X86_64_PC32, EM_X86_64, false},
    {R_X86_64_REX_GOTPCRELX, R_X86_64_PC32, EM_X86_64, false},
    {R_AARCH64_CALL26, R_AARCH64_CALL26, EM_AARCH64, true},
    {R_AARCH64_JUMP26, R_AARCH64_JUMP26, EM_AARCH64, true},
    {R_AARCH64_ADR_GOT_PAGE, R_AARCH64_ADR_PREL_PG_HI21, EM_AARCH64, false},
    {R_AARCH64_LD64_GOT_LO12_NC, R_AARCH64_LDST64_ABS_LO12_NC, EM_AARCH64, false}};

struct calls {
	struct object object;
	const struct words *imports;
	int *numbers;   /* of each symbol: NONE, UNKNOWN, or 1 and more */
	size_t symbols; /* how many there are; those of stubs and places follow */
	struct text stubs, stub_relocations, places, place_relocations;
	const unsigned char *start;
	size_t n;
};

static void
add_relocation(struct text *t, uint64_t at, size_t symbol, Elf64_Xword type, int64_t addend)
{
	const Elf64_Rela r = {at, ELF64_R_INFO((Elf64_Xword)symbol, type), addend};

	text_add_n(t, (const char *)&r, sizeof r);
}

static bool
is_arm(const struct calls *c)
{
	return c->object.header.e_machine == EM_AARCH64;
}

/* A stub as it is until the linker has filled it in:
       jmp *place(%rip); int3...
       adrp x16,place; ldr x17,[x16,place]; add x16,x16,place; br x17 */
static void
add_stub(struct calls *c, size_t place)
{
	static const Elf64_Xword filled[] = {R_AARCH64_ADR_PREL_PG_HI21,
	    R_AARCH64_LDST64_ABS_LO12_NC, R_AARCH64_ADD_ABS_LO12_NC};
	static const int32_t distance = 0;
	size_t stub = c->stubs.n;

	text_add_n(&c->stubs, (const char *)c->start, c->n);
	for (size_t i = 0; is_arm(c) && i < COUNTOF(filled); i++)
		add_relocation(&c->stub_relocations, stub + i * sizeof(uint32_t),
		    c->symbols + 1, filled[i], (int64_t)place);
	if (is_arm(c))
		return;
	add_relocation(&c->stub_relocations, c->stubs.n, c->symbols + 1, R_X86_64_PC32,
	    (int64_t)place - (int64_t)sizeof distance);
	text_add_n(&c->stubs, (const char *)&distance, sizeof distance);
	while (c->stubs.n < stub + STUB_SIZE)
		text_add_char(&c->stubs, '\xcc');
}

/* Adds a place for the symbol, and a stub if the program has stubs. */
static void
calls_add_place(struct calls *c, size_t symbol)
{
	size_t place = c->places.n;

	if (c->n)
		add_stub(c, place);
	add_relocation(
	    &c->place_relocations, place, symbol, is_arm(c) ? R_AARCH64_ABS64 : R_X86_64_64, 0);
	while (c->places.n < place + PLACE_SIZE)
		text_add_char(&c->places, '\0');
}

/* Returns true if the bytes are a stub of ours whose place does not hold an import. */
static bool
is_unbound(const struct image *image, uint64_t address, const unsigned char *stub,
    const unsigned char *start, size_t n)
{
	int32_t distance;
	uint64_t place;

	if (image_machine(image) == EM_AARCH64)
		return stub_place(image, address, &place) && !image_import(image, place);
	if (memcmp(stub, start, n) != 0)
		return false;
	for (size_t i = n + sizeof distance; i < STUB_SIZE; i++)
		if (stub[i] != 0xcc)
			return false;
	memcpy(&distance, stub + n, sizeof distance);
	return !image_import(
	    image, address + n + sizeof distance + (uint64_t)(int64_t)distance);
}

bool
calls_are_separate(const struct image *image, const unsigned char *start, size_t n)
{
	const unsigned char *bytes;
	uint64_t address;
	size_t size;

	for (size_t i = 0; n && (bytes = image_range(image, i, &address, &size)); i++)
		for (size_t at = (FIRST - address) % STUB_SIZE; at + STUB_SIZE <= size;
		     at += STUB_SIZE)
			if (is_unbound(image, address + at, bytes + at, start, n))
				return false;
	return true;
}

static bool
is_import(const struct calls *c, size_t symbol)
{
	size_t n;
	const Elf64_Sym *s = &object_symbols(&c->object, &n)[symbol];

	return s->st_shndx == SHN_UNDEF && ELF64_ST_BIND(s->st_info) == STB_GLOBAL &&
	       words_include(
	           (const char *const *)c->imports->v, object_symbol_name(&c->object, s));
}

/* Returns the number of the place for a symbol, which is made if it is an import, or NONE. */
static int
number_of(struct calls *c, size_t symbol)
{
	if (symbol >= c->symbols)
		return NONE;
	if (c->numbers[symbol] == UNKNOWN) {
		c->numbers[symbol] = NONE;
		if (is_import(c, symbol)) {
			calls_add_place(c, symbol);
			c->numbers[symbol] = (int)(c->places.n / PLACE_SIZE);
		}
	}
	return c->numbers[symbol];
}

/* Calls go to a stub. Instructions that use the global offset table use a place. */
static void
calls_redirect(struct calls *c, Elf64_Rela *r)
{
	const struct redirection *to = redirections, *end = to + COUNTOF(redirections);
	int number, more;

	while (to < end && (to->machine != c->object.header.e_machine ||
	                       to->from != ELF64_R_TYPE(r->r_info)))
		to++;
	if (to == end || (to->call && !c->n))
		return;
	number = number_of(c, ELF64_R_SYM(r->r_info));
	if (number == NONE)
		return;
	r->r_info = ELF64_R_INFO((Elf64_Xword)(to->call ? c->symbols : c->symbols + 1), to->to);
	more = to->call ? FIRST + (number - 1) * STUB_SIZE : (number - 1) * PLACE_SIZE;
	/* The sum may wrap around, as the linker's does, if the object is damaged. */
	r->r_addend = (Elf64_Sxword)((uint64_t)r->r_addend + (uint64_t)more);
}

static void
redirect_all(struct calls *c)
{
	size_t n;

	ARRAY_EACH(const struct section, s, c->object.sections, c->object.section_count) {
		Elf64_Rela *r = object_relocations(s, &n);

		if (!n || s->header.sh_info >= c->object.section_count ||
		    !(c->object.sections[s->header.sh_info].header.sh_flags & SHF_ALLOC))
			continue;
		for (size_t k = 0; k < n; k++)
			calls_redirect(c, &r[k]);
	}
}

/* Adds sections for stubs and places, which begin pages. Their symbols follow all others. */
static void
add_sections(struct calls *c, const char *symbol)
{
	OWNED char *stubs = text_print("%s.stubs", symbol),
	           *places = text_print("%s.places", symbol);

	object_add_section(&c->object, ".text.cgbench", SHF_ALLOC | SHF_EXECINSTR, PAGE,
	    &c->stubs, &c->stub_relocations, stubs);
	object_add_section(&c->object, ".data.rel.ro.cgbench", SHF_ALLOC | SHF_WRITE, PAGE,
	    &c->places, &c->place_relocations, places);
}

bool
calls_separate(const char *from, const char *to, const char *symbol,
    const struct words *imports, const unsigned char *start, size_t n)
{
	struct calls c = {.imports = imports, .start = start, .n = n};
	bool done = false;

	if (!object_read(&c.object, from))
		return false;
	object_symbols(&c.object, &c.symbols);
	c.numbers = memory_array(c.symbols, sizeof *c.numbers);
	while (c.stubs.n < FIRST)
		text_add_char(&c.stubs, '\xcc');
	redirect_all(&c);
	if (c.places.n) {
		add_sections(&c, symbol);
		done = object_write(&c.object, to);
	} else {
		text_free(&c.stubs);
	}
	free(c.numbers);
	object_free(&c.object);
	return done;
}

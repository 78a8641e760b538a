#include <stdbool.h>
#include <string.h>

#include "code/elf64.h"
#include "code/instruction.h"
#include "code/remains.h"
#include "util/file.h"

enum { SLOTS = 8 };

/* The code of one function. Places in it are offsets in its section. */
struct function {
	struct elf64 *elf;
	size_t section;
	uint64_t begin, end;
	/* Where its second argument, whether the loop is active, is at some time: registers, as
	   a set, and distances from the stack pointer. */
	uint32_t registers;
	long slots[SLOTS];
	size_t slot_count;
	const char *symbol;
	uint64_t count;
	enum remains remains;
};

static const unsigned char *
code_at(const struct function *f, uint64_t at)
{
	return (const unsigned char *)f->elf->bytes.s +
	       elf64_section(f->elf, f->section)->sh_offset + at;
}

static struct instruction
read_at(const struct function *f, uint64_t at)
{
	return instruction_read(code_at(f, at), f->end - at);
}

/* Whether what a relocation refers to never changes: it is read-only, or the address of
   something. */
static bool
is_constant(const struct function *f, uint64_t at)
{
	const Elf64_Sym *symbol;
	Elf64_Rela r;

	if (!elf64_relocation(f->elf, f->section, at, &r))
		return false;
	switch (ELF64_R_TYPE(r.r_info)) {
	case R_X86_64_GOTPCREL:
	case R_X86_64_GOTPCRELX:
	case R_X86_64_REX_GOTPCRELX:
		return true;
	}
	symbol = elf64_symbol_numbered(f->elf, ELF64_R_SYM(r.r_info));
	return symbol && symbol->st_shndx != SHN_UNDEF &&
	       symbol->st_shndx < f->elf->section_count &&
	       !(elf64_section(f->elf, symbol->st_shndx)->sh_flags & SHF_WRITE);
}

/* Whether a move only moves what was known before. constants: the set of registers that hold a
   wide constant, which is kept up to date. Another register may hold what came out of a box, so
   that to store it is work. */
static bool
is_idle(
    const struct function *f, uint64_t at, const struct instruction *move, uint32_t *constants)
{
	bool wide = move->from < 0 ? move->wide : *constants >> move->from & 1;

	if (move->from == INSTRUCTION_MEMORY &&
	    !(move->relative && is_constant(f, at + move->relative)))
		return false;
	if (move->to == INSTRUCTION_MEMORY)
		return move->from == INSTRUCTION_CONSTANT ||
		       (wide && (move->wide || move->from < INSTRUCTION_VECTORS));
	*constants &= ~((uint32_t)1 << move->to);
	*constants |= (uint32_t)wide << move->to;
	return true;
}

/* Where a jump leads, in *to; false where that is outside of the function. */
static bool
follow(const struct function *f, uint64_t at, const struct instruction *jump, uint64_t *to)
{
	Elf64_Rela r;

	if (elf64_relocation(f->elf, f->section, at + jump->target_at, &r))
		return false;
	*to = at + (uint64_t)jump->target;
	return *to >= f->begin && *to <= f->end;
}

/* What stands on the way from one place to the other, if it is as long as was counted. */
static enum remains
walk(const struct function *f, uint64_t at, uint64_t end)
{
	enum remains remains = REMAINS_NOTHING;
	uint32_t constants = 0;
	uint64_t steps;

	for (steps = 0; at != end; steps++) {
		struct instruction next = read_at(f, at);

		if (steps == f->count || next.kind == INSTRUCTION_OTHER)
			return REMAINS_WORK;
		if (next.kind == INSTRUCTION_JUMP) {
			if (!follow(f, at, &next, &at))
				return REMAINS_WORK;
			continue;
		}
		if (next.kind == INSTRUCTION_MOVE)
			remains = REMAINS_MOVES;
		else if (next.kind != INSTRUCTION_NOP)
			return REMAINS_WORK;
		if (next.kind == INSTRUCTION_MOVE && !is_idle(f, at, &next, &constants))
			return REMAINS_WORK;
		at += next.length;
	}
	return steps == f->count ? remains : REMAINS_WORK;
}

static bool
has_slot(const struct function *f, long slot)
{
	size_t i;

	for (i = 0; i < f->slot_count; i++)
		if (f->slots[i] == slot)
			return true;
	return false;
}

/* Whether an instruction moves or tests what tells that the loop is active. */
static bool
takes_active(const struct function *f, const struct instruction *i)
{
	if (i->from >= 0)
		return f->registers >> i->from & 1;
	return i->from == INSTRUCTION_MEMORY && i->on_stack && has_slot(f, i->slot);
}

/* Returns whether that place is new. */
static bool
add_place(struct function *f, const struct instruction *move)
{
	if (move->to >= 0) {
		uint32_t before = f->registers;

		f->registers |= (uint32_t)1 << move->to;
		return f->registers != before;
	}
	if (!move->on_stack || f->slot_count == SLOTS || has_slot(f, move->slot))
		return false;
	f->slots[f->slot_count++] = move->slot;
	return true;
}

static void
follow_active(struct function *f)
{
	enum { SECOND_ARGUMENT = 6 };
	bool again = true;
	uint64_t at;

	f->registers = (uint32_t)1 << SECOND_ARGUMENT;
	f->slot_count = 0;
	while (again) {
		again = false;
		for (at = f->begin; at < f->end; at++) {
			struct instruction i = read_at(f, at);

			if (i.kind == INSTRUCTION_MOVE && takes_active(f, &i))
				again |= add_place(f, &i);
		}
	}
}

/* What a test for zero and the branch on it, which moves may stand between, go around. */
static enum remains
around(const struct function *f, uint64_t at)
{
	struct instruction next = read_at(f, at);
	enum remains remains;
	uint64_t target;

	if (next.kind != INSTRUCTION_TEST || !takes_active(f, &next))
		return REMAINS_WORK;
	do {
		at += next.length;
		next = read_at(f, at);
	} while (next.kind == INSTRUCTION_MOVE);
	if (next.kind != INSTRUCTION_BRANCH || !follow(f, at, &next, &target))
		return REMAINS_WORK;
	remains = walk(f, at + next.length, target);
	return remains ? remains : walk(f, target, at + next.length);
}

static void
look_into(struct function *f)
{
	uint64_t at;

	follow_active(f);
	for (at = f->begin; at < f->end && f->remains == REMAINS_WORK; at++)
		f->remains = around(f, at);
}

/* Compilers give a function a size, unless they are tcc. */
static void
look_at_symbol(void *context, size_t offset, size_t strings)
{
	struct function *f = context;
	const Elf64_Sym *symbol = elf64_symbol(f->elf, offset);
	const char *name = elf64_string(f->elf, strings, symbol->st_name);
	const Elf64_Shdr *s;

	if (strncmp(name, f->symbol, strlen(f->symbol)) || symbol->st_shndx == SHN_UNDEF ||
	    symbol->st_shndx >= f->elf->section_count ||
	    ELF64_ST_TYPE(symbol->st_info) != STT_FUNC)
		return;
	s = elf64_section(f->elf, symbol->st_shndx);
	if (s->sh_type != SHT_PROGBITS || symbol->st_value > s->sh_size ||
	    symbol->st_size > s->sh_size - symbol->st_value)
		return;
	f->section = symbol->st_shndx;
	f->begin = symbol->st_value;
	f->end = symbol->st_value + symbol->st_size;
	look_into(f);
}

enum remains
remains_find(const char *path, const char *symbol, uint64_t count)
{
	struct elf64 elf = {.bytes = TEXT_EMPTY};
	struct function f = {.elf = &elf, .symbol = symbol, .count = count};

	if (file_read(path, &elf.bytes) && elf64_is_sound(&elf))
		elf64_for_symbols(&elf, look_at_symbol, &f);
	text_free(&elf.bytes);
	return f.remains;
}

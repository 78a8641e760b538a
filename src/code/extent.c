#include <stdlib.h>
#include <string.h>

#include "code/decode.h"
#include "code/elf64.h"
#include "code/extent.h"
#include "util/file.h"
#include "util/memory.h"

enum { PARTS = 16, SLOTS = 8, SECOND_ARGUMENT = 6 };

/* What is known when an instruction begins that the empty loop gets to. */
struct state {
	bool reached;
	bool tested;        /* the flags tell whether the loop is active */
	uint8_t slots;      /* a set: those in which that stands, */
	uint16_t registers; /* and the registers */
};

/* A function, or the cold part of one. Places in it are offsets in its section. */
struct part {
	size_t section;
	uint64_t begin, end;
	bool entered;         /* it is called, not only jumped to */
	struct state *states; /* for every byte */
};

struct extent {
	struct elf64 *elf;
	const char *symbol;
	struct part parts[PARTS];
	size_t part_count;
	struct decode_place slots[SLOTS]; /* in which it ever stands */
	size_t slot_count;
	bool guarded;   /* a jump over the code was found */
	bool uncertain; /* something was not understood */
	bool changed;   /* in this pass over the code */
};

static struct decode
decode_at(const struct extent *e, const struct part *part, uint64_t at)
{
	const unsigned char *code = (const unsigned char *)e->elf->bytes.s +
	                            elf64_section(e->elf, part->section)->sh_offset;

	return decode(code + at, part->end - at);
}

static void
reach(struct extent *e, struct part *part, uint64_t at, struct state with)
{
	struct state *state;

	if (at < part->begin || at >= part->end)
		return;
	state = &part->states[at - part->begin];
	if (state->reached && (state->tested || !with.tested) &&
	    !(with.slots & ~state->slots) && !(with.registers & ~state->registers))
		return;
	state->reached = true;
	state->tested |= with.tested;
	state->slots |= with.slots;
	state->registers |= with.registers;
	e->changed = true;
}

/* The bit of a slot, which is added where it is to be; 0 where there is none. */
static uint8_t
slot_bit(struct extent *e, const struct decode_place *place, bool added)
{
	size_t i;

	for (i = 0; i < e->slot_count; i++)
		if (e->slots[i].number == place->number &&
		    e->slots[i].distance == place->distance)
			return (uint8_t)(1u << i);
	if (!added || e->slot_count == SLOTS)
		return 0;
	e->slots[e->slot_count++] = *place;
	return (uint8_t)(1u << i);
}

static bool
holds(struct extent *e, const struct state *state, const struct decode_place *place)
{
	if (place->in_register)
		return state->registers >> place->number & 1;
	return place->in_frame && state->slots & slot_bit(e, place, false);
}

/* How things stand behind an instruction. */
static struct state
behind(struct extent *e, struct state state, const struct decode *d)
{
	bool moves = d->kind == DECODE_MOVE && holds(e, &state, &d->from);

	state.tested = (state.tested && d->keeps_flags) ||
	               (d->kind == DECODE_TEST && holds(e, &state, &d->from));
	if (d->kind != DECODE_MOVE) {
		state.registers &= (uint16_t)~d->writes;
	} else if (d->to.in_register) {
		state.registers &= (uint16_t) ~(1u << d->to.number);
		state.registers |= (uint16_t)((unsigned)moves << d->to.number);
	} else if (d->to.in_frame) {
		uint8_t bit = slot_bit(e, &d->to, moves);

		state.slots &= (uint8_t)~bit;
		state.slots |= moves ? bit : 0;
	}
	return state;
}

/* A jump with a relocation leads to another section, or into another function. */
static void
follow(struct extent *e, struct part *part, uint64_t at, const struct decode *d,
    struct state state)
{
	const Elf64_Sym *symbol;
	Elf64_Rela r;
	size_t i;

	if (!elf64_relocation(e->elf, part->section, at + d->target_at, &r)) {
		reach(e, part, at + (uint64_t)d->target, state);
		return;
	}
	symbol = elf64_symbol_numbered(e->elf, ELF64_R_SYM(r.r_info));
	for (i = 0; symbol && i < e->part_count; i++)
		if (e->parts[i].section == symbol->st_shndx)
			reach(e, &e->parts[i],
			    symbol->st_value + (uint64_t)r.r_addend +
			        (d->length - d->target_at),
			    state);
}

static void
step(struct extent *e, struct part *part, uint64_t at)
{
	struct state state = part->states[at - part->begin], next;
	struct decode d = decode_at(e, part, at);
	bool guard = state.tested && d.flow == DECODE_BRANCH && (d.on_zero || d.on_other);

	if (!d.length || d.flow == DECODE_COMPUTED) {
		e->uncertain = true;
		return;
	}
	e->guarded |= guard;
	next = behind(e, state, &d);
	if (d.flow == DECODE_JUMP || (d.flow == DECODE_BRANCH && !(guard && d.on_other)))
		follow(e, part, at, &d, next);
	if (d.flow == DECODE_ON || (d.flow == DECODE_BRANCH && !(guard && d.on_zero)))
		reach(e, part, at + d.length, next);
}

/* Goes everywhere the empty loop goes. */
static void
walk(struct extent *e)
{
	const struct state entry = {.registers = 1u << SECOND_ARGUMENT};
	uint64_t at;
	size_t i;

	for (i = 0; i < e->part_count; i++)
		if (e->parts[i].entered)
			reach(e, &e->parts[i], e->parts[i].begin, entry);
	do {
		e->changed = false;
		for (i = 0; i < e->part_count; i++)
			for (at = e->parts[i].begin; at < e->parts[i].end; at++)
				if (e->parts[i].states[at - e->parts[i].begin].reached)
					step(e, &e->parts[i], at);
	} while (e->changed && !e->uncertain);
}

/* The bytes of a part that the empty loop does not get to. */
static uint64_t
rest(struct extent *e, const struct part *part)
{
	uint64_t at = part->begin, bytes = 0;

	while (at < part->end) {
		struct decode d = decode_at(e, part, at);

		if (!d.length) {
			e->uncertain = true;
			return 0;
		}
		if (!part->states[at - part->begin].reached && d.kind != DECODE_NOP)
			bytes += d.length;
		at += d.length;
	}
	return bytes;
}

static bool
is_known(const struct extent *e, size_t section, uint64_t begin)
{
	size_t i;

	for (i = 0; i < e->part_count; i++)
		if (e->parts[i].section == section && e->parts[i].begin == begin)
			return true;
	return false;
}

/* tcc gives functions no size; that of the test is the last one. */
static void
add_part(void *context, size_t offset, size_t strings)
{
	struct extent *e = context;
	const Elf64_Sym *symbol = elf64_symbol(e->elf, offset);
	const char *name = elf64_string(e->elf, strings, symbol->st_name);
	size_t section = symbol->st_shndx;
	const Elf64_Shdr *s;
	uint64_t size;

	if (strncmp(name, e->symbol, strlen(e->symbol)) || section == SHN_UNDEF ||
	    section >= e->elf->section_count || ELF64_ST_TYPE(symbol->st_info) != STT_FUNC ||
	    is_known(e, section, symbol->st_value))
		return;
	s = elf64_section(e->elf, section);
	if (s->sh_type != SHT_PROGBITS || symbol->st_value > s->sh_size ||
	    symbol->st_size > s->sh_size - symbol->st_value)
		return;
	if (e->part_count == PARTS) {
		e->uncertain = true;
		return;
	}
	size = symbol->st_size ? symbol->st_size : s->sh_size - symbol->st_value;
	e->parts[e->part_count++] = (struct part){.section = section,
	    .begin = symbol->st_value,
	    .end = symbol->st_value + size,
	    .entered = !strstr(name, ".cold"),
	    .states = memory_new((size + 1) * sizeof(struct state))};
}

bool
extent_find(const char *path, const char *symbol, uint64_t *size)
{
	struct elf64 elf = {.bytes = TEXT_EMPTY};
	struct extent e = {.elf = &elf, .symbol = symbol};
	size_t i;

	*size = 0;
	if (file_read(path, &elf.bytes) && elf64_is_sound(&elf)) {
		elf64_for_symbols(&elf, add_part, &e);
		walk(&e);
		for (i = 0; i < e.part_count; i++)
			*size += rest(&e, &e.parts[i]);
	}
	for (i = 0; i < e.part_count; i++)
		free(e.parts[i].states);
	text_free(&elf.bytes);
	return e.guarded && !e.uncertain;
}

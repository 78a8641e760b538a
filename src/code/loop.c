#include <stdlib.h>
#include <string.h>

#include "code/instruction.h"
#include "code/loop.h"
#include "code/object.h"
#include "code/split.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/words.h"

enum { PARTS = 16, SLOTS = 8 };

/* What differs between machines. */
static const struct machine {
	int number; /* in ELF headers */
	struct instruction (*read)(const unsigned char *code, size_t n);
	int second_argument;
} machines[] = {{EM_X86_64, instruction_read, REGISTER_RSI},
    {EM_AARCH64, aarch64_read, AARCH64_SECOND_ARGUMENT},
    {EM_RISCV, riscv_read, RISCV_SECOND_ARGUMENT}};

/* What is known at the start of an instruction that the empty loop executes. */
struct state {
	bool reached;
	bool tested;        /* the zero flag tells whether the loop is active */
	bool repeated;      /* the jump over the snippet was before */
	uint8_t slots;      /* a set: places in the frame that hold the argument, */
	uint32_t registers; /* and registers */
};

/* A function, or a part that was split off. begin and end are offsets in its section. */
struct part {
	size_t section;
	uint64_t begin, end;
	bool entered;         /* by a call, not only by a jump */
	struct state *states; /* for every byte */
};

struct loop {
	struct object object;
	const struct machine *machine; /* NULL: the object was not read */
	struct part parts[PARTS];
	size_t part_count;
	struct operand slots[SLOTS]; /* those that ever hold the argument */
	size_t slot_count;
	bool reloads;   /* each iteration loads the argument from the frame */
	bool uncertain; /* something was not understood */
	bool changed;   /* in this pass over the code */
};

/* A place in the code: an offset in the section of a part; part is NULL for one that is
 * outside. */
struct spot {
	const struct part *part;
	uint64_t at;
};

static struct instruction
read_at(const struct loop *loop, struct spot spot)
{
	const struct text *code = &loop->object.sections[spot.part->section].bytes;

	return loop->machine->read(
	    (const unsigned char *)code->s + spot.at, spot.part->end - spot.at);
}

static struct spot
next(struct spot spot, const struct instruction *i)
{
	return (struct spot){spot.part, spot.at + i->length};
}

static struct state *
state_at(struct spot spot)
{
	return &spot.part->states[spot.at - spot.part->begin];
}

static struct spot
find_spot(const struct loop *loop, size_t section, uint64_t at)
{
	ARRAY_EACH(const struct part, part, loop->parts, loop->part_count)
		if (part->section == section && at >= part->begin && at < part->end)
			return (struct spot){part, at};
	return (struct spot){NULL, 0};
}

static bool
is_x86(const struct loop *loop)
{
	return loop->machine->number == EM_X86_64;
}

/* The target of a jump, branch or call: an offset in a section of the object. With a
   relocation, it is another section or function. Returns false if it is in no object that is
   known. */
static bool
find_place(const struct loop *loop, struct spot from, const struct instruction *jump,
    size_t *section, uint64_t *at)
{
	const Elf64_Rela *r =
	    object_relocation(&loop->object, from.part->section, from.at + jump->target_at);
	const Elf64_Sym *symbol;

	*section = from.part->section;
	*at = from.at + (uint64_t)jump->target;
	if (!r)
		return jump->target != 0;
	symbol = object_referred(&loop->object, r);
	if (!symbol)
		return false;
	*section = symbol->st_shndx;
	/* On x86-64 seen from the end of the instruction, but for the operand itself. */
	*at = symbol->st_value + (uint64_t)r->r_addend +
	      (is_x86(loop) ? jump->length - jump->target_at : 0);
	return true;
}

static struct spot
find_target(const struct loop *loop, struct spot from, const struct instruction *jump)
{
	size_t section;
	uint64_t at;

	if (!find_place(loop, from, jump, &section, &at))
		return (struct spot){NULL, 0};
	return find_spot(loop, section, at);
}

static void
reach(struct loop *loop, struct spot spot, struct state with)
{
	struct state *state;

	if (!spot.part || spot.at >= spot.part->end)
		return;
	state = state_at(spot);
	if (state->reached && (state->tested || !with.tested) &&
	    (state->repeated || !with.repeated) && !(with.slots & ~state->slots) &&
	    !(with.registers & ~state->registers))
		return;
	state->reached = true;
	state->tested |= with.tested;
	state->repeated |= with.repeated;
	state->slots |= with.slots;
	state->registers |= with.registers;
	loop->changed = true;
}

/* The bit of a place in the frame; 0 if it has none. */
static uint8_t
slot_bit(const struct loop *loop, const struct operand *place)
{
	for (size_t i = 0; i < loop->slot_count; i++)
		if (loop->slots[i].number == place->number &&
		    loop->slots[i].distance == place->distance)
			return (uint8_t)(1u << i);
	return 0;
}

static uint8_t
add_slot(struct loop *loop, const struct operand *place)
{
	if (!slot_bit(loop, place) && loop->slot_count < SLOTS)
		loop->slots[loop->slot_count++] = *place;
	return slot_bit(loop, place);
}

static bool
holds(const struct loop *loop, const struct state *state, const struct operand *place)
{
	if (place->kind == OPERAND_REGISTER)
		return state->registers >> place->number & 1;
	return place->kind == OPERAND_FRAME && state->slots & slot_bit(loop, place);
}

static void
apply_move(struct loop *loop, struct state *state, const struct instruction *i)
{
	bool moves = holds(loop, state, &i->from);

	if (i->to.kind == OPERAND_REGISTER) {
		state->registers &= ~((uint32_t)1 << i->to.number);
		state->registers |= (uint32_t)moves << i->to.number;
	} else if (i->to.kind == OPERAND_FRAME) {
		state->slots &= (uint8_t)~slot_bit(loop, &i->to);
		state->slots |= moves ? add_slot(loop, &i->to) : 0;
	}
}

/* The state after an instruction. */
static struct state
after(struct loop *loop, struct state state, const struct instruction *i)
{
	state.tested = (state.tested && i->keeps_zero_flag) ||
	               (i->kind == INSTRUCTION_TEST && holds(loop, &state, &i->from));
	if (i->kind == INSTRUCTION_MOVE && i->bits == 64)
		apply_move(loop, &state, i);
	else
		state.registers &= ~i->writes;
	return state;
}

/* Whether an instruction is the jump around the snippet. */
static bool
is_guard(const struct loop *loop, const struct state *state, const struct instruction *i)
{
	bool tested = i->tests ? holds(loop, state, &i->from) : state->tested;

	return state->reached && tested && i->kind == INSTRUCTION_BRANCH &&
	       (i->if_zero || i->if_not_zero);
}

static void
step(struct loop *loop, struct spot spot)
{
	struct state state = *state_at(spot), then;
	struct instruction i = read_at(loop, spot);
	bool branches, guard;

	if (!i.length || i.kind == INSTRUCTION_COMPUTED) {
		loop->uncertain = true;
		return;
	}
	then = after(loop, state, &i);
	branches = i.kind == INSTRUCTION_BRANCH;
	guard = is_guard(loop, &state, &i);
	then.repeated |= guard;
	loop->reloads |=
	    state.repeated && i.from.kind == OPERAND_FRAME && holds(loop, &state, &i.from);
	if (i.kind == INSTRUCTION_JUMP || (branches && !(guard && i.if_not_zero)))
		reach(loop, find_target(loop, spot, &i), then);
	if (i.kind < INSTRUCTION_JUMP || (branches && !(guard && i.if_zero)))
		reach(loop, next(spot, &i), then);
}

/* Follows every path of the empty loop. */
static void
walk(struct loop *loop)
{
	const struct state entry = {.registers = (uint32_t)1 << loop->machine->second_argument};
	struct spot spot;

	for (size_t i = 0; i < loop->part_count; i++)
		if (loop->parts[i].entered)
			reach(
			    loop, (struct spot){&loop->parts[i], loop->parts[i].begin}, entry);
	do {
		loop->changed = false;
		for (size_t i = 0; i < loop->part_count; i++) {
			spot.part = &loop->parts[i];
			for (spot.at = spot.part->begin; spot.at < spot.part->end; spot.at++)
				if (state_at(spot)->reached)
					step(loop, spot);
		}
	} while (loop->changed);
}

static bool
is_known(const struct loop *loop, size_t section, uint64_t begin)
{
	for (size_t i = 0; i < loop->part_count; i++)
		if (loop->parts[i].section == section && loop->parts[i].begin == begin)
			return true;
	return false;
}

/* tcc gives functions no size; the test's is the last one in its section. */
static void
add_part(struct loop *loop, const Elf64_Sym *symbol, const char *name)
{
	size_t section = symbol->st_shndx;
	const struct section *s = &loop->object.sections[section];
	uint64_t size;

	if (is_known(loop, section, symbol->st_value) || s->header.sh_type != SHT_PROGBITS ||
	    symbol->st_value > s->bytes.n || symbol->st_size > s->bytes.n - symbol->st_value)
		return;
	if (loop->part_count == PARTS) {
		loop->uncertain = true;
		return;
	}
	size = symbol->st_size ? symbol->st_size : s->bytes.n - symbol->st_value;
	loop->parts[loop->part_count++] = (struct part){.section = section,
	    .begin = symbol->st_value,
	    .end = symbol->st_value + size,
	    .entered = !strstr(name, ".cold"),
	    .states = memory_new((size + 1) * sizeof(struct state))};
}

/* Whether the code may not be the program's: link-time optimisation compiles it again. */
static bool
is_compiled_later(const struct object *object)
{
	for (size_t i = 0; i < object->section_count; i++)
		if (text_begins(object_section_name(object, i), ".gnu.lto_"))
			return true;
	return false;
}

static const struct machine *
find_machine(const struct object *object)
{
	for (size_t i = 0; i < COUNTOF(machines); i++)
		if (machines[i].number == object->header.e_machine)
			return &machines[i];
	return NULL;
}

struct loop *
loop_find(const char *path, const char *symbol)
{
	struct loop *loop = memory_new(sizeof *loop);
	const Elf64_Sym *symbols;
	size_t n;

	if (!object_read(&loop->object, path))
		return loop;
	loop->machine = find_machine(&loop->object);
	if (!loop->machine || is_compiled_later(&loop->object))
		return loop;
	symbols = object_symbols(&loop->object, &n);
	for (size_t i = 0; i < n; i++) {
		const char *name = object_symbol_name(&loop->object, &symbols[i]);

		if (text_begins(name, symbol) && symbols[i].st_shndx != SHN_UNDEF &&
		    symbols[i].st_shndx < loop->object.section_count &&
		    ELF64_ST_TYPE(symbols[i].st_info) == STT_FUNC)
			add_part(loop, &symbols[i], name);
	}
	walk(loop);
	return loop;
}

void
loop_free(struct loop *loop)
{
	if (!loop)
		return;
	for (size_t i = 0; i < loop->part_count; i++)
		free(loop->parts[i].states);
	object_free(&loop->object);
	free(loop);
}

/* Adds the instructions of a part that the empty loop does not reach. */
static bool
add_unreached(const struct loop *loop, const struct part *part, uint64_t *size, bool *guarded)
{
	struct spot spot = {part, part->begin};
	bool ended = false, padding;

	while (spot.at < part->end) {
		struct instruction i = read_at(loop, spot);

		if (!i.length)
			return false;
		padding = i.pads && ended;
		*guarded |= is_guard(loop, state_at(spot), &i);
		if (!state_at(spot)->reached && i.kind != INSTRUCTION_NOP && !padding)
			*size += i.length;
		ended = padding || i.kind == INSTRUCTION_JUMP ||
		        i.kind == INSTRUCTION_COMPUTED || i.kind == INSTRUCTION_END;
		spot = next(spot, &i);
	}
	return true;
}

bool
loop_size(const struct loop *loop, uint64_t *size)
{
	bool guarded = false, understood = !loop->uncertain;

	*size = 0;
	for (size_t i = 0; i < loop->part_count; i++)
		understood = understood && add_unreached(loop, &loop->parts[i], size, &guarded);
	return guarded && understood;
}

/* Which functions of other files some code of an object can come to: those that it refers to,
   or that a function refers to which it can come to, by a call, a jump or an address. Tables of
   addresses in data are not followed. Or whether some code can come to an instruction that
   code/split.h finds. */
struct reach {
	const struct object *object;
	const struct machine *machine;
	const char *const *names; /* of the functions that are looked for; NULL ends them */
	struct split *split;      /* for instructions; NULL: functions are looked for */
	bool possible;            /* the object refers to one, or has one, at all */
	bool *visited;            /* for each symbol: its function was looked into */
	bool found;
};

static bool
is_wanted(const struct reach *reach, const Elf64_Sym *symbol)
{
	return symbol->st_shndx == SHN_UNDEF &&
	       words_include(reach->names, object_symbol_name(reach->object, symbol));
}

/* The symbol of the function at that place, or NULL. */
static const Elf64_Sym *
function_at(const struct object *object, size_t section, uint64_t at)
{
	size_t n;
	const Elf64_Sym *symbols = object_symbols(object, &n);

	ARRAY_EACH(const Elf64_Sym, symbol, symbols, n)
		if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx == section &&
		    at - symbol->st_value < symbol->st_size)
			return symbol;
	return NULL;
}

/* Visits the function at that place, unless that was done. Returns its symbol, or NULL. */
static const Elf64_Sym *
visit(struct reach *reach, size_t section, uint64_t at)
{
	size_t n;
	const Elf64_Sym *symbol = function_at(reach->object, section, at);
	bool *visited;

	if (!symbol)
		return NULL;
	visited = &reach->visited[symbol - object_symbols(reach->object, &n)];
	if (*visited)
		return NULL;
	*visited = true;
	return symbol;
}

static void follow_code(struct reach *reach, size_t section, uint64_t begin, uint64_t end);

static void
enter(struct reach *reach, size_t section, uint64_t at)
{
	const Elf64_Sym *function = visit(reach, section, at);

	if (!function)
		return;
	if (reach->split)
		*reach->split = (struct split){0};
	follow_code(reach, section, function->st_value, function->st_value + function->st_size);
	if (reach->split)
		*reach->split = (struct split){0};
}

/* Follows a relocation of code. What it refers to in this object is either a symbol, or a place
   in a section, on x86-64 as seen from the end of the four bytes of an operand. */
static void
follow_relocation(struct reach *reach, const Elf64_Rela *r)
{
	const Elf64_Sym *symbol = object_referred(reach->object, r);

	if (!symbol)
		return;
	if (is_wanted(reach, symbol))
		reach->found = true;
	else if (ELF64_ST_TYPE(symbol->st_info) == STT_SECTION)
		enter(reach, symbol->st_shndx,
		    (uint64_t)r->r_addend + (reach->machine->number == EM_X86_64 ? 4 : 0));
	else
		enter(reach, symbol->st_shndx, symbol->st_value);
}

/* A call or jump within the section needs no relocation:
       e8 fb ff ff ff  call .+0 */
static void
follow_call(struct reach *reach, size_t section, uint64_t at, const struct instruction *i,
    const unsigned char *code)
{
	int32_t distance;

	if (reach->machine->number != EM_X86_64) {
		if (i->target)
			enter(reach, section, at + (uint64_t)i->target);
	} else if (i->length == 5 && (*code == 0xe8 || *code == 0xe9)) {
		memcpy(&distance, code + 1, sizeof distance);
		enter(reach, section, at + 5 + (uint64_t)(int64_t)distance);
	}
}

/* Follows the code of a section from the offset begin to before end. */
static void
follow_code(struct reach *reach, size_t section, uint64_t begin, uint64_t end)
{
	const unsigned char *code;

	if (!reach->possible || section >= reach->object->section_count ||
	    end > reach->object->sections[section].bytes.n)
		return;
	code = (const unsigned char *)reach->object->sections[section].bytes.s;
	for (uint64_t at = begin; at < end && !reach->found;) {
		struct instruction i = reach->machine->read(code + at, end - at);
		const Elf64_Rela *r = NULL;

		if (reach->split && split_next(reach->split, code + at, end - at))
			reach->found = true;
		for (uint64_t operand = at; operand < at + i.length && !r; operand++)
			r = object_relocation(reach->object, section, operand);
		if (r)
			follow_relocation(reach, r);
		else
			follow_call(reach, section, at, &i, code + at);
		at += i.length ? i.length : 1;
	}
}

/* Follows the instructions of a part that the empty loop does not reach, or all. */
static void
follow_part(const struct loop *loop, const struct part *part, bool whole, struct reach *reach)
{
	const struct text *code = &loop->object.sections[part->section].bytes;
	struct spot spot = {part, part->begin};

	while (spot.at < part->end && !reach->found) {
		struct instruction i = read_at(loop, spot);
		size_t length = i.length ? i.length : 1;

		if (whole || !state_at(spot)->reached)
			follow_code(reach, part->section, spot.at, spot.at + length);
		else if (reach->split)
			split_next(
			    reach->split, (const unsigned char *)code->s + spot.at, length);
		spot.at += length;
	}
}

/* Whether the snippet, or the whole function, can come to what is looked for. */
static bool
finds(const struct loop *loop, bool whole, struct reach *reach)
{
	size_t n;

	object_symbols(&loop->object, &n);
	reach->visited = memory_new((n + 1) * sizeof *reach->visited);
	/* The loop's own functions are not followed as a whole. */
	for (size_t i = 0; i < loop->part_count; i++)
		while (visit(reach, loop->parts[i].section, loop->parts[i].begin))
			;
	for (size_t i = 0; i < loop->part_count; i++)
		follow_part(loop, &loop->parts[i], whole, reach);
	free(reach->visited);
	return reach->found;
}

bool
loop_can_call(const struct loop *loop, const char *const *names)
{
	struct reach reach = {
	    .object = &loop->object, .machine = loop->machine, .names = names};
	uint64_t size;
	size_t n;
	const Elf64_Sym *symbols;

	if (!loop_size(loop, &size))
		return false;
	symbols = object_symbols(&loop->object, &n);
	for (size_t i = 0; i < n; i++)
		reach.possible = reach.possible || is_wanted(&reach, &symbols[i]);
	return reach.possible && finds(loop, false, &reach);
}

bool
loop_splits(const struct loop *loop)
{
	static const char *const none[] = {NULL};
	struct split split = {0};
	struct reach reach = {
	    .object = &loop->object, .machine = loop->machine, .names = none, .split = &split};
	uint64_t size;

	if (!loop->machine || !is_x86(loop))
		return false;
	ARRAY_EACH(const struct section, s, loop->object.sections, loop->object.section_count)
		reach.possible = reach.possible ||
		                 (s->header.sh_flags & SHF_EXECINSTR &&
		                     split_any((const unsigned char *)s->bytes.s, s->bytes.n));
	return reach.possible && finds(loop, !loop_size(loop, &size), &reach);
}

/* Whether what a relocation refers to never changes: it is read-only, or the address of
   something. */
static bool
is_constant(const struct loop *loop, const struct part *part, uint64_t at)
{
	const Elf64_Rela *r = object_relocation(&loop->object, part->section, at);
	const Elf64_Sym *symbol;

	if (!r)
		return false;
	switch (ELF64_R_TYPE(r->r_info)) {
	case R_X86_64_GOTPCREL:
	case R_X86_64_GOTPCRELX:
	case R_X86_64_REX_GOTPCRELX:
		return true;
	}
	symbol = object_referred(&loop->object, r);
	return symbol && symbol->st_shndx != SHN_UNDEF &&
	       symbol->st_shndx < loop->object.section_count &&
	       !(loop->object.sections[symbol->st_shndx].header.sh_flags & SHF_WRITE);
}

/* The bit of a register, vectors after the general ones; 0 for memory and constants. */
static uint64_t
register_bit(const struct operand *o)
{
	unsigned first = o->kind == OPERAND_VECTOR ? 32 : 0;

	if (o->kind != OPERAND_REGISTER && o->kind != OPERAND_VECTOR)
		return 0;
	return (uint64_t)1 << (first + (unsigned)o->number);
}

/* Returns true if a move only moves values known beforehand. constants: the registers that hold
   a wide constant, which the move updates. Any other register may hold the result of BLACK_BOX,
   and to store that is work. */
static bool
is_idle(const struct loop *loop, struct spot spot, const struct instruction *move,
    uint64_t *constants)
{
	uint64_t from = register_bit(&move->from), to = register_bit(&move->to);
	bool wide = from ? *constants & from : move->wide;

	if (!from && move->from.kind != OPERAND_CONSTANT &&
	    !(move->relative_at && is_constant(loop, spot.part, spot.at + move->relative_at)))
		return false;
	if (!to)
		return move->from.kind == OPERAND_CONSTANT ||
		       (wide && (move->wide || move->from.kind == OPERAND_REGISTER));
	*constants &= ~to;
	*constants |= wide ? to : 0;
	return true;
}

/* Returns true if a call leads to a function that only returns what was computed when it was
   compiled. Takes what it executes, beside the call, from count. A function that does not even
   that is called for the sake of the call. */
static bool
returns_constant(
    const struct loop *loop, struct spot from, const struct instruction *call, uint64_t *count)
{
	struct part function = {0};
	struct spot spot = {&function, 0};
	const Elf64_Sym *symbol = NULL;
	bool constant = false;

	if (find_place(loop, from, call, &function.section, &spot.at) &&
	    function.section < loop->object.section_count)
		symbol = function_at(&loop->object, function.section, spot.at);
	if (!symbol || symbol->st_size > loop->object.sections[function.section].bytes.n ||
	    symbol->st_value >
	        loop->object.sections[function.section].bytes.n - symbol->st_size)
		return false;
	function.end = symbol->st_value + symbol->st_size;
	for (; spot.at < function.end && *count; --*count) {
		struct instruction i = read_at(loop, spot);

		if (i.returns)
			return constant && (*count)--;
		if (i.kind == INSTRUCTION_MOVE && i.from.kind == OPERAND_CONSTANT &&
		    register_bit(&i.to))
			constant = true;
		else if (!i.length ||
		         (i.kind != INSTRUCTION_NOP && i.kind != INSTRUCTION_LANDING))
			return false;
		spot = next(spot, &i);
	}
	return false;
}

/* Classifies the path from spot to end if it has count instructions; any other path is
 * LOOP_WORK. */
static enum loop_content
content_between(const struct loop *loop, struct spot spot, struct spot end, uint64_t count)
{
	enum loop_content content = LOOP_NOTHING;
	uint64_t constants = 0;

	for (; spot.part && (spot.part != end.part || spot.at != end.at); count--) {
		struct instruction i = read_at(loop, spot);

		if (!count || !i.length)
			return LOOP_WORK;
		if (i.kind == INSTRUCTION_JUMP) {
			spot = find_target(loop, spot, &i);
			continue;
		}
		if (i.calls) {
			if (!returns_constant(loop, spot, &i, &count) || !count)
				return LOOP_WORK;
			content = LOOP_MOVES;
			constants = 0;
		} else if (i.kind == INSTRUCTION_MOVE && is_idle(loop, spot, &i, &constants))
			content = LOOP_MOVES;
		else if (i.kind != INSTRUCTION_NOP && i.kind != INSTRUCTION_LANDING)
			return LOOP_WORK;
		spot = next(spot, &i);
	}
	return count || !spot.part ? LOOP_WORK : content;
}

/* Classifies what the jump at this place skips. */
static enum loop_content
content_around(const struct loop *loop, struct spot spot, uint64_t count)
{
	struct instruction i = read_at(loop, spot);
	struct spot target;

	if (!is_guard(loop, state_at(spot), &i))
		return LOOP_WORK;
	target = find_target(loop, spot, &i);
	return i.if_zero ? content_between(loop, next(spot, &i), target, count)
	                 : content_between(loop, target, next(spot, &i), count);
}

/* Code that keeps the argument in a frame at rbp, or elsewhere loads it in each iteration, was
   not optimised: no compiler emptied or folded it, and a move in it is what the source says. */
static bool
is_optimised(const struct loop *loop)
{
	if (!is_x86(loop))
		return !loop->reloads;
	for (size_t i = 0; i < loop->slot_count; i++)
		if (loop->slots[i].number == REGISTER_RBP)
			return false;
	return true;
}

enum loop_content
loop_content(const struct loop *loop, uint64_t count)
{
	enum loop_content content = LOOP_WORK;
	struct spot spot;

	for (size_t i = 0; i < loop->part_count && is_optimised(loop); i++) {
		spot.part = &loop->parts[i];
		for (spot.at = spot.part->begin;
		     spot.at < spot.part->end && content == LOOP_WORK; spot.at++)
			if (state_at(spot)->reached)
				content = content_around(loop, spot, count);
	}
	return content;
}

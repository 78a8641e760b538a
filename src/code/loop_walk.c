#include <stdlib.h>

#include "code/loop_walk.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/text.h"

void
loop_walk_add_range(struct loop *loop, const struct loop_range *range)
{
	struct loop_range *added = &loop->ranges[loop->range_count++];
	size_t size = range->end - range->begin + 1;

	*added = *range;
	added->states = memory_array(size, sizeof *added->states);
	added->reads = memory_array(size, sizeof(struct loop_read *));
}

void
loop_walk_free_ranges(struct loop *loop)
{
	ARRAY_EACH(struct loop_range, range, loop->ranges, loop->range_count) {
		for (size_t i = 0; i <= range->end - range->begin; i++)
			free(range->reads[i]);
		free(range->reads);
		free(range->states);
	}
}

const unsigned char *
loop_walk_bytes(const struct loop *loop, struct loop_spot spot)
{
	return (const unsigned char *)loop->object.sections[spot.range->section].bytes.s +
	       spot.at;
}

static struct instruction
loop_walk_read_range(const struct loop *loop, struct loop_spot spot)
{
	return instruction_read_of(loop->object.header.e_machine, loop_walk_bytes(loop, spot),
	    spot.range->end - spot.at);
}

static struct loop_read *
find_read(const struct loop *loop, struct loop_spot spot)
{
	struct loop_read **read = &spot.range->reads[spot.at - spot.range->begin];

	if (!*read) {
		*read = memory_new(sizeof **read);
		(*read)->instruction = loop_walk_read_range(loop, spot);
	}
	return *read;
}

struct instruction
loop_walk_read(const struct loop *loop, struct loop_spot spot)
{
	return spot.range->reads ? find_read(loop, spot)->instruction
	                         : loop_walk_read_range(loop, spot);
}

struct loop_spot
loop_walk_next(struct loop_spot spot, const struct instruction *i)
{
	return (struct loop_spot){spot.range, spot.at + i->length};
}

struct loop_state *
loop_walk_state(struct loop_spot spot)
{
	return &spot.range->states[spot.at - spot.range->begin];
}

bool
loop_walk_next_spot(const struct loop *loop, struct loop_spot *spot)
{
	const struct loop_range *end = loop->ranges + loop->range_count;

	if (spot->range)
		spot->at++;
	else
		*spot = (struct loop_spot){loop->ranges, loop->ranges->begin};
	while (spot->range < end && spot->at >= spot->range->end) {
		spot->range++;
		spot->at = spot->range < end ? spot->range->begin : 0;
	}
	return spot->range < end;
}

static struct loop_spot
find_spot(const struct loop *loop, size_t section, uint64_t at)
{
	ARRAY_EACH(const struct loop_range, range, loop->ranges, loop->range_count)
		if (range->section == section && at >= range->begin && at < range->end)
			return (struct loop_spot){range, at};
	return (struct loop_spot){NULL, 0};
}

bool
loop_walk_is_x86(const struct loop *loop)
{
	return loop->object.header.e_machine == EM_X86_64;
}

bool
loop_walk_place(const struct loop *loop, struct loop_spot from, const struct instruction *jump,
    size_t *section, uint64_t *at)
{
	const Elf64_Rela *r =
	    object_relocation(&loop->object, from.range->section, from.at + jump->target_at);
	const Elf64_Sym *symbol;

	*section = from.range->section;
	*at = from.at + (uint64_t)jump->target;
	if (!r)
		return jump->target != 0;
	symbol = object_referred(&loop->object, r);
	if (!symbol)
		return false;
	*section = object_section(&loop->object, symbol);
	/* On x86-64 seen from the end of the instruction, but for the operand itself. */
	*at = symbol->st_value + (uint64_t)r->r_addend +
	      (loop_walk_is_x86(loop) ? jump->length - jump->target_at : 0);
	return true;
}

const Elf64_Sym *
loop_walk_callee(const struct loop *loop, struct loop_spot from, const struct instruction *jump,
    struct loop_range *range, struct loop_spot *spot)
{
	const Elf64_Sym *symbol = NULL;

	*range = (struct loop_range){0};
	*spot = (struct loop_spot){range, 0};
	if (loop_walk_place(loop, from, jump, &range->section, &spot->at))
		symbol = object_function(&loop->object, range->section, spot->at);
	if (symbol) {
		range->begin = symbol->st_value;
		range->end = symbol->st_value + symbol->st_size;
	}
	return symbol;
}

struct loop_spot
loop_walk_target(const struct loop *loop, struct loop_spot from, const struct instruction *jump)
{
	size_t section;
	uint64_t at;

	if (!loop_walk_place(loop, from, jump, &section, &at))
		return (struct loop_spot){NULL, 0};
	return find_spot(loop, section, at);
}

/* Returns true for Go's call for a larger stack, after which the function begins anew: no way
   leads from there to the loop. */
static bool
loop_walk_begins_anew(
    const struct loop *loop, struct loop_spot spot, const struct instruction *i)
{
	struct loop_range range;
	struct loop_spot of;
	const Elf64_Sym *callee =
	    loop->go && i->calls ? loop_walk_callee(loop, spot, i, &range, &of) : NULL;

	return callee &&
	       text_begins(object_symbol_name(&loop->object, callee), "runtime.morestack");
}

struct loop_ways
loop_walk_ways(const struct loop *loop, struct loop_spot spot, const struct instruction *i)
{
	struct loop_ways ways = {{NULL, 0}, {NULL, 0}};

	if ((i->kind < INSTRUCTION_JUMP || i->kind == INSTRUCTION_BRANCH) &&
	    !loop_walk_begins_anew(loop, spot, i))
		ways.next = loop_walk_next(spot, i);
	if (i->kind == INSTRUCTION_JUMP || i->kind == INSTRUCTION_BRANCH)
		ways.target = loop_walk_target(loop, spot, i);
	return ways;
}

struct instruction_registers
loop_walk_used(const struct loop *loop, struct loop_spot spot)
{
	return instruction_registers(loop->object.header.e_machine, loop_walk_bytes(loop, spot),
	    spot.range->end - spot.at);
}

/* Returns true if a jump leads to the range that it is in. */
static bool
leads_inside(const struct loop *loop, struct loop_spot spot, const struct instruction *jump)
{
	size_t section;
	uint64_t at;

	return loop_walk_place(loop, spot, jump, &section, &at) &&
	       section == spot.range->section && at >= spot.range->begin &&
	       at < spot.range->end;
}

enum { MOST_OF_CALLEE = 256 };

/* Adds what the function of a call uses of the registers that a call may change. Returns false
   if it is not all known. */
static bool
add_callee(const struct loop *loop, struct loop_spot from, const struct instruction *call,
    struct instruction_registers *all)
{
	struct loop_range function;
	struct loop_spot spot;

	if (!loop_walk_callee(loop, from, call, &function, &spot))
		return false;
	for (size_t n = 0; spot.at < function.end; n++) {
		struct instruction i = loop_walk_read(loop, spot);
		struct instruction_registers r = loop_walk_used(loop, spot);

		if (!i.length || n == MOST_OF_CALLEE || i.calls ||
		    i.kind == INSTRUCTION_COMPUTED ||
		    (i.kind == INSTRUCTION_END && !i.returns) ||
		    ((i.kind == INSTRUCTION_JUMP || i.kind == INSTRUCTION_BRANCH) &&
		        !leads_inside(loop, spot, &i)))
			return false;
		all->read |= r.read & ~all->kept;
		all->kept |= r.set | r.kept;
		spot = loop_walk_next(spot, &i);
	}
	return true;
}

static struct instruction_registers
find_registers(const struct loop *loop, struct loop_spot spot, const struct instruction *i)
{
	struct instruction_registers usual = loop_walk_used(loop, spot), callee = {0};

	/* In Go, a caller keeps nothing in registers. */
	if (i->returns && loop->go)
		usual.read = REGISTER_BIT(REGISTER_RAX);
	if (!i->calls || !add_callee(loop, spot, i, &callee))
		return usual;
	usual.read |= callee.read & usual.set;
	usual.kept = callee.kept & usual.set;
	usual.set = 0;
	return usual;
}

struct instruction_registers
loop_walk_registers(const struct loop *loop, struct loop_spot spot)
{
	struct loop_read *read = find_read(loop, spot);

	if (!read->known)
		read->registers = find_registers(loop, spot, &read->instruction);
	read->known = true;
	return read->registers;
}

static void
reach(struct loop *loop, struct loop_spot spot, struct loop_state with)
{
	struct loop_state *state;

	if (!spot.range || spot.at >= spot.range->end)
		return;
	state = loop_walk_state(spot);
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

/* Returns the bit of a place in the frame; 0 if it has none. */
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
	if (!slot_bit(loop, place) && loop->slot_count < LOOP_SLOTS)
		loop->slots[loop->slot_count++] = *place;
	return slot_bit(loop, place);
}

static bool
loop_walk_holds(
    const struct loop *loop, const struct loop_state *state, const struct operand *place)
{
	if (place->kind == OPERAND_REGISTER)
		return state->registers >> place->number & 1;
	return place->kind == OPERAND_FRAME && state->slots & slot_bit(loop, place);
}

static void
apply_move(struct loop *loop, struct loop_state *state, const struct instruction *i)
{
	bool moves = loop_walk_holds(loop, state, &i->from);

	if (i->to.kind == OPERAND_REGISTER) {
		state->registers &= ~((uint32_t)1 << i->to.number);
		state->registers |= (uint32_t)moves << i->to.number;
	} else if (i->to.kind == OPERAND_FRAME) {
		state->slots &= (uint8_t)~slot_bit(loop, &i->to);
		state->slots |= moves ? add_slot(loop, &i->to) : 0;
	}
}

/* Returns the state after an instruction. */
static struct loop_state
loop_walk_after(struct loop *loop, struct loop_spot spot, struct loop_state state,
    const struct instruction *i)
{
	uint32_t writes = i->writes;

	if (i->calls) {
		struct instruction_registers r = loop_walk_registers(loop, spot);

		/* A known function changes only these, and none for certain. */
		if (!r.set)
			writes = (uint32_t)r.kept;
	}
	state.tested = (state.tested && i->keeps_zero_flag) ||
	               (i->kind == INSTRUCTION_TEST && loop_walk_holds(loop, &state, &i->from));
	if (i->kind == INSTRUCTION_MOVE && i->bits == 64)
		apply_move(loop, &state, i);
	else
		state.registers &= ~writes;
	return state;
}

bool
loop_walk_guards(
    const struct loop *loop, const struct loop_state *state, const struct instruction *i)
{
	bool tested = i->tests ? loop_walk_holds(loop, state, &i->from) : state->tested;

	return state->reached && tested && i->kind == INSTRUCTION_BRANCH &&
	       (i->if_zero || i->if_not_zero);
}

struct loop_spot
loop_walk_around(const struct loop *loop, struct loop_spot guard, bool with)
{
	struct instruction i = loop_walk_read(loop, guard);
	struct loop_ways ways = loop_walk_ways(loop, guard, &i);

	return i.if_zero == with ? ways.next : ways.target;
}

static void
loop_walk_follow(struct loop *loop, struct loop_spot spot)
{
	struct loop_state state = *loop_walk_state(spot), then;
	struct instruction i = loop_walk_read(loop, spot);
	struct loop_ways ways;
	bool guard;

	if (!i.length || i.kind == INSTRUCTION_COMPUTED) {
		loop->uncertain = true;
		return;
	}
	then = loop_walk_after(loop, spot, state, &i);
	ways = loop_walk_ways(loop, spot, &i);
	guard = loop_walk_guards(loop, &state, &i);
	then.repeated |= guard;
	loop->reloads |= state.repeated && i.from.kind == OPERAND_FRAME &&
	                 loop_walk_holds(loop, &state, &i.from);
	if (!(guard && i.if_not_zero))
		reach(loop, ways.target, then);
	if (!(guard && i.if_zero))
		reach(loop, ways.next, then);
}

void
loop_walk(struct loop *loop)
{
	const int second = loop_walk_is_x86(loop) ? REGISTER_RSI
	                   : loop->object.header.e_machine == EM_AARCH64
	                       ? AARCH64_SECOND_ARGUMENT
	                       : RISCV_SECOND_ARGUMENT;
	const struct loop_state entry = {.registers = REGISTER_BIT(second)};

	for (size_t i = 0; i < loop->range_count; i++)
		if (loop->ranges[i].entered)
			reach(loop, (struct loop_spot){&loop->ranges[i], loop->ranges[i].begin},
			    entry);
	do {
		struct loop_spot spot = {NULL, 0};

		loop->changed = false;
		while (loop_walk_next_spot(loop, &spot))
			if (loop_walk_state(spot)->reached)
				loop_walk_follow(loop, spot);
	} while (loop->changed);
}

bool
loop_walk_is_optimised(const struct loop *loop)
{
	if (!loop_walk_is_x86(loop))
		return !loop->reloads;
	for (size_t i = 0; i < loop->slot_count; i++)
		if (loop->slots[i].number == REGISTER_RBP)
			return false;
	return true;
}

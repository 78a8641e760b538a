#include <stdlib.h>
#include <string.h>

#include "code/accesses.h"
#include "code/decoded.h"
#include "code/loop.h"
#include "code/loop_walk.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/text.h"

static bool
loop_is_known(const struct loop *loop, size_t section, uint64_t begin)
{
	for (size_t i = 0; i < loop->range_count; i++)
		if (loop->ranges[i].section == section && loop->ranges[i].begin == begin)
			return true;
	return false;
}

/* tcc gives functions no size; the test's is the last one in its section. */
static void
loop_add_range(struct loop *loop, const Elf64_Sym *symbol, const char *name)
{
	size_t section = object_section(&loop->object, symbol);
	const struct section *s = &loop->object.sections[section];
	uint64_t size;

	if (loop_is_known(loop, section, symbol->st_value) ||
	    s->header.sh_type != SHT_PROGBITS || symbol->st_value > s->bytes.n ||
	    symbol->st_size > s->bytes.n - symbol->st_value)
		return;
	if (loop->range_count == LOOP_RANGES) {
		loop->uncertain = true;
		return;
	}
	size = symbol->st_size ? symbol->st_size : s->bytes.n - symbol->st_value;
	loop_walk_add_range(loop, &(struct loop_range){.section = section,
	                              .begin = symbol->st_value,
	                              .end = symbol->st_value + size,
	                              .entered = !strstr(name, ".cold")});
}

/* Returns true if link-time optimisation compiles the code again: it is not the program's. */
static bool
is_compiled_later(const struct object *object)
{
	for (size_t i = 0; i < object->section_count; i++)
		if (text_begins(object_section_name(object, i), ".gnu.lto_"))
			return true;
	return false;
}

/* Returns false if the file has no machine code, or not the program's. */
static bool
loop_read_code(struct object *object, const char *path)
{
	if (!object_read(object, path))
		return false;
	if (!is_compiled_later(object))
		return true;
	object_free(object);
	return false;
}

/* Reads a program as if it were an object file: a symbol's value becomes its offset in its
   section. */
static bool
read_program(struct object *object, const char *path)
{
	Elf64_Sym *symbols;
	size_t n;

	if (!object_read_linked(object, path))
		return false;
	symbols = (Elf64_Sym *)object_symbols(object, &n);
	for (size_t i = 0; i < n; i++) {
		size_t section = object_section(object, &symbols[i]);

		if (section < object->section_count)
			symbols[i].st_value -= object->sections[section].header.sh_addr;
	}
	return true;
}

struct loop *
loop_find(const char *path, const char *program, const char *symbol)
{
	struct loop *loop = memory_new(sizeof *loop);
	const Elf64_Sym *symbols;
	size_t n;

	if (!loop_read_code(&loop->object, path) &&
	    !(program && read_program(&loop->object, program)))
		return loop;
	loop->go = text_begins(symbol, "main.");
	object_index(&loop->object);
	symbols = object_symbols(&loop->object, &n);
	for (size_t i = 0; i < n; i++) {
		const char *name = object_symbol_name(&loop->object, &symbols[i]);

		if (text_begins(name, symbol) && symbols[i].st_shndx != SHN_UNDEF &&
		    object_section(&loop->object, &symbols[i]) < loop->object.section_count &&
		    ELF64_ST_TYPE(symbols[i].st_info) == STT_FUNC)
			loop_add_range(loop, &symbols[i], name);
	}
	loop_walk(loop);
	return loop;
}

void
loop_free(struct loop *loop)
{
	if (!loop)
		return;
	loop_walk_free_ranges(loop);
	object_free(&loop->object);
	free(loop);
}

/* Adds the instructions of a range that the empty loop does not reach. */
static bool
add_unreached(
    const struct loop *loop, const struct loop_range *range, uint64_t *size, bool *guarded)
{
	struct loop_spot spot = {range, range->begin};
	bool ended = false, padding;

	while (spot.at < range->end) {
		struct instruction i = loop_walk_read(loop, spot);

		if (!i.length)
			return false;
		padding = i.pads && ended;
		*guarded |= loop_walk_guards(loop, loop_walk_state(spot), &i);
		if (!loop_walk_state(spot)->reached && i.kind != INSTRUCTION_NOP && !padding)
			*size += i.length;
		ended = padding || i.kind == INSTRUCTION_JUMP ||
		        i.kind == INSTRUCTION_COMPUTED || i.kind == INSTRUCTION_END;
		spot = loop_walk_next(spot, &i);
	}
	return true;
}

bool
loop_size(const struct loop *loop, uint64_t *size)
{
	bool guarded = false, understood = !loop->uncertain;

	*size = 0;
	for (size_t i = 0; i < loop->range_count; i++)
		understood =
		    understood && add_unreached(loop, &loop->ranges[i], size, &guarded);
	return guarded && understood;
}

static bool
loop_is_store(const struct loop *loop, struct loop_spot spot)
{
	struct accesses does = accesses_read(loop->object.header.e_machine,
	    loop_walk_bytes(loop, spot), spot.range->end - spot.at);

	for (size_t i = 0; i < does.n; i++)
		if (does.v[i].what & ACCESS_WRITE)
			return true;
	return false;
}

size_t
loop_stores(const struct loop *loop)
{
	struct loop_spot spot;
	uint64_t size;
	size_t n = 0;

	if (!loop_size(loop, &size))
		return SIZE_MAX;
	for (size_t i = 0; i < loop->range_count; i++)
		for (spot = (struct loop_spot){&loop->ranges[i], loop->ranges[i].begin};
		     spot.at < spot.range->end;) {
			struct instruction read = loop_walk_read(loop, spot);

			n += !loop_walk_state(spot)->reached && loop_is_store(loop, spot);
			spot = loop_walk_next(spot, &read);
		}
	return n;
}

/* Returns true if what a relocation refers to never changes: it is read-only, or the address of
   something. */
static bool
loop_is_constant(const struct loop *loop, const struct loop_range *range, uint64_t at)
{
	const Elf64_Rela *r = object_relocation(&loop->object, range->section, at);
	const Elf64_Sym *symbol;
	size_t section;

	if (!r)
		return false;
	switch (ELF64_R_TYPE(r->r_info)) {
	case R_X86_64_GOTPCREL:
	case R_X86_64_GOTPCRELX:
	case R_X86_64_REX_GOTPCRELX:
		return true;
	}
	symbol = object_referred(&loop->object, r);
	section = symbol ? object_section(&loop->object, symbol) : SHN_UNDEF;
	return section != SHN_UNDEF && section < loop->object.section_count &&
	       !(loop->object.sections[section].header.sh_flags & SHF_WRITE);
}

/* Returns true if a move is of a constant, be it in memory. */
static bool
moves_constant(const struct loop *loop, struct loop_spot spot, const struct instruction *move)
{
	return move->from.kind == OPERAND_CONSTANT ||
	       (move->relative_at &&
	           loop_is_constant(loop, spot.range, spot.at + move->relative_at));
}

static unsigned
costly_of(const struct decoded *d)
{
	ZydisInstructionAttributes is = d->i.attributes;

	return (decoded_kind(d) == PROFILE_DIVIDE ? LOOP_COSTLY_DIVIDE : 0) |
	       (is & ZYDIS_ATTRIB_HAS_LOCK ? LOOP_COSTLY_LOCK : 0) |
	       (d->i.meta.category == ZYDIS_CATEGORY_GATHER ? LOOP_COSTLY_GATHER : 0) |
	       (is & (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE)
	               ? LOOP_COSTLY_REPEAT
	               : 0);
}

unsigned
loop_costly(const struct loop *loop)
{
	unsigned costly = LOOP_COSTLY_KNOWN;
	uint64_t size;

	if (!loop_size(loop, &size) || !loop_walk_is_x86(loop))
		return 0;
	for (size_t k = 0; k < loop->range_count; k++) {
		const struct loop_range *range = &loop->ranges[k];
		struct loop_spot spot = {range, range->begin};

		while (spot.at < range->end) {
			struct instruction i = loop_walk_read(loop, spot);
			struct decoded d;

			if (!loop_walk_state(spot)->reached &&
			    decoded_read(&d, loop_walk_bytes(loop, spot), range->end - spot.at))
				costly |= costly_of(&d);
			spot = loop_walk_next(spot, &i);
		}
	}
	return costly;
}

/* Returns true if a move only moves values known beforehand. constants: the registers that hold
   a wide constant, which the move updates. Any other register may hold the result of BLACK_BOX,
   and to store that is work. */
static bool
is_idle(const struct loop *loop, struct loop_spot spot, const struct instruction *move,
    uint64_t *constants)
{
	uint64_t from = instruction_register(&move->from), to = instruction_register(&move->to);
	bool wide = from ? *constants & from : move->wide;

	if (!from && !moves_constant(loop, spot, move))
		return false;
	if (!to)
		return move->from.kind == OPERAND_CONSTANT ||
		       (wide && (move->wide || move->from.kind == OPERAND_REGISTER));
	*constants &= ~to;
	*constants |= wide ? to : 0;
	return true;
}

/* Returns true if an instruction only moves the stack pointer. */
static bool
is_of_stack(const struct loop *loop, struct loop_spot spot, const struct instruction *i)
{
	struct instruction_registers used;

	if (!loop_walk_is_x86(loop) || i->kind != INSTRUCTION_OTHER || i->calls)
		return false;
	used = loop_walk_used(loop, spot);
	return (used.set | used.kept) == REGISTER_BIT(REGISTER_RSP);
}

/* Returns true if a move gives a register what was computed when it was compiled. Adds it to
   the registers that have such a value. */
static bool
gives_constant(const struct loop *loop, struct loop_spot spot, const struct instruction *move,
    uint64_t *known)
{
	uint64_t from = instruction_register(&move->from), to = instruction_register(&move->to);

	if (from ? !(*known & from) : !moves_constant(loop, spot, move))
		return false;
	*known |= to;
	return to;
}

/* More instructions of a path are not followed. */
enum { MOST_EXECUTED = 1024 };

/* Returns true if a call or jump leads to a function that only returns what was computed when
   it was compiled, itself or by way of such functions. Adds what it executes, beside the call.
   A function that does not even that is called for the sake of the call. */
static bool
returns_constant(const struct loop *loop, struct loop_spot from, const struct instruction *call,
    uint64_t *executed)
{
	struct loop_range function;
	struct loop_spot spot;
	uint64_t known = 0;

	if (!loop_walk_callee(loop, from, call, &function, &spot))
		return false;
	while (spot.at < function.end && ++*executed < MOST_EXECUTED) {
		struct instruction i = loop_walk_read(loop, spot);

		if (i.returns)
			return known;
		if (i.kind == INSTRUCTION_JUMP)
			return returns_constant(loop, spot, &i, executed);
		if (i.calls && returns_constant(loop, spot, &i, executed))
			known = REGISTER_BIT(REGISTER_RAX);
		else if (i.kind == INSTRUCTION_MOVE
		             ? !gives_constant(loop, spot, &i, &known)
		             : i.kind != INSTRUCTION_NOP && i.kind != INSTRUCTION_LANDING &&
		                   !is_of_stack(loop, spot, &i))
			return false;
		spot = loop_walk_next(spot, &i);
	}
	return false;
}

/* The number of instructions of a path. Instructions that only go on elsewhere or move the
   stack pointer may be executed before the first iteration only. */
struct loop_length {
	uint64_t least, most;
};

/* Follows a path to the first instruction that does some work, or that the empty loop executes,
   too. */
static enum loop_content
follow_content(const struct loop *loop, struct loop_spot *spot, struct loop_length *length)
{
	enum loop_content content = LOOP_NOTHING;
	uint64_t constants = 0;

	*length = (struct loop_length){0};
	while (spot->range && spot->at < spot->range->end && length->most < MOST_EXECUTED &&
	       !loop_walk_state(*spot)->reached) {
		struct instruction i = loop_walk_read(loop, *spot);
		bool serves = i.kind == INSTRUCTION_JUMP || is_of_stack(loop, *spot, &i);
		uint64_t executed = 1;

		if (i.calls && returns_constant(loop, *spot, &i, &executed)) {
			content = LOOP_MOVES;
			constants = 0;
		} else if (i.kind == INSTRUCTION_MOVE && is_idle(loop, *spot, &i, &constants)) {
			content = LOOP_MOVES;
		} else if (!serves && i.kind != INSTRUCTION_NOP &&
		           i.kind != INSTRUCTION_LANDING) {
			break;
		}
		length->most += executed;
		length->least += serves ? 0 : executed;
		*spot = i.kind == INSTRUCTION_JUMP ? loop_walk_target(loop, *spot, &i)
		                                   : loop_walk_next(*spot, &i);
	}
	return content;
}

/* Classifies what the jump at this place skips: a path of count instructions to where the empty
   loop goes on, or to code that does the same. */
static enum loop_content
content_around(const struct loop *loop, struct loop_spot guard, uint64_t count)
{
	struct instruction i = loop_walk_read(loop, guard);
	struct loop_spot spot, without;
	struct loop_length length;
	enum loop_content content;
	long more, own;

	if (!loop_walk_guards(loop, loop_walk_state(guard), &i))
		return LOOP_WORK;
	spot = loop_walk_around(loop, guard, true);
	without = loop_walk_around(loop, guard, false);
	content = follow_content(loop, &spot, &length);
	if (!spot.range || (count && !length.most) ||
	    !loop_goes_on(loop, guard, spot, without, &more))
		return LOOP_WORK;
	own = (long)count - more;
	return own >= (long)length.least && own <= (long)length.most ? content : LOOP_WORK;
}

enum loop_content
loop_content(const struct loop *loop, uint64_t count)
{
	enum loop_content content = LOOP_WORK;
	struct loop_spot spot = {NULL, 0};

	if (!loop_walk_is_optimised(loop))
		return LOOP_WORK;
	while (content == LOOP_WORK && loop_walk_next_spot(loop, &spot))
		if (loop_walk_state(spot)->reached)
			content = content_around(loop, spot, count);
	return content;
}

#include <stdlib.h>
#include <string.h>

#include "code/loop.h"
#include "code/loop_walk.h"
#include "code/split.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/words.h"

/* A search for functions of other files that some code of an object can come to, by a call, a
   jump or an address of its own or of a function that it comes to. Tables of addresses in data
   are not followed. Or a search for an instruction that code/split.h finds. */
struct reach {
	const struct object *object;
	const char *const *names; /* of the functions that are looked for; NULL ends them */
	bool splits;              /* instructions are looked for, not functions */
	struct split split;
	bool possible; /* the object refers to one, or has one, at all */
	bool *visited; /* for each symbol: its function was looked into */
	bool found;
};

static bool
loop_reach_is_wanted(const struct reach *reach, const Elf64_Sym *symbol)
{
	return symbol->st_shndx == SHN_UNDEF &&
	       words_include(reach->names, object_symbol_name(reach->object, symbol));
}

/* Visits the function at that place, unless that was done. Returns its symbol, or NULL. */
static const Elf64_Sym *
loop_reach_visit(struct reach *reach, size_t section, uint64_t at)
{
	size_t n;
	const Elf64_Sym *symbol = object_function(reach->object, section, at);
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
loop_reach_enter(struct reach *reach, size_t section, uint64_t at)
{
	const Elf64_Sym *function = loop_reach_visit(reach, section, at);

	if (!function)
		return;
	reach->split = (struct split){0};
	follow_code(reach, section, function->st_value, function->st_value + function->st_size);
	reach->split = (struct split){0};
}

/* Follows a relocation of code. What it refers to in this object is either a symbol, or a place
   in a section, on x86-64 as seen from the end of the four bytes of an operand. */
static void
follow_relocation(struct reach *reach, const Elf64_Rela *r)
{
	const Elf64_Sym *symbol = object_referred(reach->object, r);

	if (!symbol)
		return;
	if (loop_reach_is_wanted(reach, symbol))
		reach->found = true;
	else if (ELF64_ST_TYPE(symbol->st_info) == STT_SECTION)
		loop_reach_enter(reach, object_section(reach->object, symbol),
		    (uint64_t)r->r_addend +
		        (reach->object->header.e_machine == EM_X86_64 ? 4 : 0));
	else
		loop_reach_enter(
		    reach, object_section(reach->object, symbol), symbol->st_value);
}

/* A call or jump within the section needs no relocation:
       e8 fb ff ff ff  call .+0 */
static void
follow_call(struct reach *reach, size_t section, uint64_t at, const struct instruction *i,
    const unsigned char *bytes)
{
	int32_t distance;

	if (reach->object->header.e_machine != EM_X86_64) {
		if (i->target)
			loop_reach_enter(reach, section, at + (uint64_t)i->target);
	} else if (i->length == 5 && (*bytes == 0xe8 || *bytes == 0xe9)) {
		memcpy(&distance, bytes + 1, sizeof distance);
		loop_reach_enter(reach, section, at + 5 + (uint64_t)(int64_t)distance);
	}
}

/* Follows the code of a section from the offset begin to before end. */
static void
follow_code(struct reach *reach, size_t section, uint64_t begin, uint64_t end)
{
	const unsigned char *bytes;

	if (!reach->possible || section >= reach->object->section_count ||
	    end > reach->object->sections[section].bytes.n)
		return;
	bytes = (const unsigned char *)reach->object->sections[section].bytes.s;
	for (uint64_t at = begin; at < end && !reach->found;) {
		struct instruction i =
		    instruction_read_of(reach->object->header.e_machine, bytes + at, end - at);
		const Elf64_Rela *r = NULL;

		if (reach->splits && split_next(&reach->split, bytes + at, end - at))
			reach->found = true;
		for (uint64_t operand = at; operand < at + i.length && !r; operand++)
			r = object_relocation(reach->object, section, operand);
		if (r)
			follow_relocation(reach, r);
		else
			follow_call(reach, section, at, &i, bytes + at);
		at += i.length ? i.length : 1;
	}
}

/* Follows the instructions of a range that the empty loop does not reach, or all. */
static void
follow_range(
    const struct loop *loop, const struct loop_range *range, bool whole, struct reach *reach)
{
	const struct text *bytes = &loop->object.sections[range->section].bytes;
	struct loop_spot spot = {range, range->begin};

	while (spot.at < range->end && !reach->found) {
		struct instruction i = loop_walk_read(loop, spot);
		size_t length = i.length ? i.length : 1;

		if (whole || !loop_walk_state(spot)->reached)
			follow_code(reach, range->section, spot.at, spot.at + length);
		else if (reach->splits)
			split_next(
			    &reach->split, (const unsigned char *)bytes->s + spot.at, length);
		spot.at += length;
	}
}

/* Returns true if the snippet, or the whole function, can come to what is looked for. */
static bool
finds(const struct loop *loop, bool whole, struct reach *reach)
{
	size_t n;

	object_symbols(&loop->object, &n);
	reach->visited = memory_array(n + 1, sizeof *reach->visited);
	/* The loop's own functions are not followed as a whole. */
	for (size_t i = 0; i < loop->range_count; i++)
		while (loop_reach_visit(reach, loop->ranges[i].section, loop->ranges[i].begin))
			;
	for (size_t i = 0; i < loop->range_count; i++)
		follow_range(loop, &loop->ranges[i], whole, reach);
	free(reach->visited);
	return reach->found;
}

bool
loop_can_call(const struct loop *loop, const char *const *names)
{
	struct reach reach = {.object = &loop->object, .names = names};
	uint64_t size;
	size_t n;
	const Elf64_Sym *symbols;

	if (!loop_size(loop, &size))
		return false;
	symbols = object_symbols(&loop->object, &n);
	for (size_t i = 0; i < n; i++)
		reach.possible = reach.possible || loop_reach_is_wanted(&reach, &symbols[i]);
	return reach.possible && finds(loop, false, &reach);
}

bool
loop_splits(const struct loop *loop)
{
	static const char *const none[] = {NULL};
	struct reach reach = {.object = &loop->object, .names = none, .splits = true};
	uint64_t size;

	if (!loop_walk_is_x86(loop))
		return false;
	ARRAY_EACH(const struct section, s, loop->object.sections, loop->object.section_count)
		reach.possible = reach.possible ||
		                 (s->header.sh_flags & SHF_EXECINSTR &&
		                     split_any((const unsigned char *)s->bytes.s, s->bytes.n));
	return reach.possible && finds(loop, !loop_size(loop, &size), &reach);
}

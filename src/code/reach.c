#include <stdlib.h>
#include <string.h>

#include "code/instruction.h"
#include "code/reach.h"
#include "util/memory.h"
#include "util/words.h"

static bool
is_wanted(const struct reach *reach, const Elf64_Sym *symbol)
{
	return symbol->st_shndx == SHN_UNDEF &&
	       words_include(reach->names, object_symbol_name(reach->object, symbol));
}

void
reach_begin(struct reach *reach, const struct object *object, const char *const *names)
{
	size_t i, n;
	const Elf64_Sym *symbols = object_symbols(object, &n);

	*reach = (struct reach){.object = object, .names = names};
	reach->visited = memory_new((n + 1) * sizeof *reach->visited);
	for (i = 0; i < n; i++)
		reach->possible = reach->possible || is_wanted(reach, &symbols[i]);
}

void
reach_free(struct reach *reach)
{
	free(reach->visited);
}

/* Visits the function at that place, unless that was done. Returns its symbol, or NULL. */
static const Elf64_Sym *
visit(struct reach *reach, size_t section, uint64_t at)
{
	size_t i, n;
	const Elf64_Sym *symbols = object_symbols(reach->object, &n);

	for (i = 0; i < n; i++) {
		const Elf64_Sym *symbol = &symbols[i];

		if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || reach->visited[i] ||
		    symbol->st_shndx != section || at - symbol->st_value >= symbol->st_size)
			continue;
		reach->visited[i] = true;
		return symbol;
	}
	return NULL;
}

void
reach_skip(struct reach *reach, size_t section, uint64_t at)
{
	while (visit(reach, section, at))
		;
}

static void
enter(struct reach *reach, size_t section, uint64_t at)
{
	const Elf64_Sym *function = visit(reach, section, at);

	if (function)
		reach_follow(
		    reach, section, function->st_value, function->st_value + function->st_size);
}

/* Follows a relocation of code. What it refers to in this object is either a symbol, or a place
   in a section, as seen from the end of the four bytes of an operand. */
static void
follow_relocation(struct reach *reach, const Elf64_Rela *r)
{
	const Elf64_Sym *symbol = object_referred(reach->object, r);

	if (!symbol)
		return;
	if (is_wanted(reach, symbol))
		reach->found = true;
	else if (ELF64_ST_TYPE(symbol->st_info) == STT_SECTION)
		enter(reach, symbol->st_shndx, (uint64_t)r->r_addend + 4);
	else
		enter(reach, symbol->st_shndx, symbol->st_value);
}

/* A call or jump within the section needs no relocation:
       e8 fb ff ff ff  call .+0 */
static void
follow_call(struct reach *reach, size_t section, uint64_t at, const unsigned char *code)
{
	int32_t distance;

	memcpy(&distance, code + 1, sizeof distance);
	enter(reach, section, at + 5 + (uint64_t)(int64_t)distance);
}

void
reach_follow(struct reach *reach, size_t section, uint64_t begin, uint64_t end)
{
	const unsigned char *code;
	uint64_t at, operand;

	if (!reach->possible || section >= reach->object->section_count ||
	    end > reach->object->sections[section].bytes.n)
		return;
	code = (const unsigned char *)reach->object->sections[section].bytes.s;
	for (at = begin; at < end && !reach->found;) {
		struct instruction i = instruction_read(code + at, end - at);
		const Elf64_Rela *r = NULL;

		for (operand = at + 1; operand < at + i.length && !r; operand++)
			r = object_relocation(reach->object, section, operand);
		if (r)
			follow_relocation(reach, r);
		else if (i.length == 5 && (code[at] == 0xe8 || code[at] == 0xe9))
			follow_call(reach, section, at, code + at);
		at += i.length ? i.length : 1;
	}
}

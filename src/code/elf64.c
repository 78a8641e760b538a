#include <stdlib.h>
#include <string.h>

#include "code/elf64.h"
#include "util/memory.h"

Elf64_Ehdr *
elf64_header(struct elf64 *elf)
{
	return (Elf64_Ehdr *)(void *)elf->bytes.s;
}

Elf64_Shdr *
elf64_section(struct elf64 *elf, size_t i)
{
	return (Elf64_Shdr *)(void *)(elf->bytes.s + elf64_header(elf)->e_shoff) + i;
}

static bool
has_contents(const Elf64_Shdr *s)
{
	return s->sh_type != SHT_NOBITS && s->sh_type != SHT_NULL;
}

static bool
is_inside(const struct elf64 *elf, Elf64_Off at, Elf64_Xword n)
{
	return at <= elf->bytes.n && n <= elf->bytes.n - at;
}

/* Both lie inside the file. */
static bool
is_apart(Elf64_Off a, Elf64_Xword a_size, Elf64_Off b, Elf64_Xword b_size)
{
	return !a_size || !b_size || a + a_size <= b || b + b_size <= a;
}

static bool
is_sound_header(struct elf64 *elf)
{
	const Elf64_Ehdr *h = elf64_header(elf);

	return elf->bytes.n >= sizeof *h && !memcmp(h->e_ident, ELFMAG, SELFMAG) &&
	       h->e_ident[EI_CLASS] == ELFCLASS64 && h->e_ident[EI_DATA] == ELFDATA2LSB &&
	       h->e_machine == EM_X86_64 && h->e_type == ET_REL &&
	       h->e_shentsize == sizeof(Elf64_Shdr) && h->e_shnum && h->e_shoff >= sizeof *h &&
	       is_inside(elf, h->e_shoff, h->e_shnum * sizeof(Elf64_Shdr)) &&
	       h->e_shstrndx < h->e_shnum;
}

/* tcc leaves the headers at any place: they are used at one that is aligned. */
static void
move_headers(struct elf64 *elf)
{
	size_t n = elf64_header(elf)->e_shnum * sizeof(Elf64_Shdr);
	char *copy = memory_copy_n(elf->bytes.s + elf64_header(elf)->e_shoff, n);

	while (elf->bytes.n % sizeof(Elf64_Xword))
		text_add_char(&elf->bytes, '\0');
	elf64_header(elf)->e_shoff = elf->bytes.n;
	text_add_n(&elf->bytes, copy, n);
	free(copy);
}

static bool
is_sound_section(struct elf64 *elf, const Elf64_Shdr *s)
{
	const Elf64_Ehdr *h = elf64_header(elf);

	if (!has_contents(s))
		return true;
	if (!is_inside(elf, s->sh_offset, s->sh_size) ||
	    !is_apart(s->sh_offset, s->sh_size, h->e_shoff, h->e_shnum * sizeof(Elf64_Shdr)))
		return false;
	if (s->sh_type == SHT_STRTAB)
		return s->sh_size && !elf->bytes.s[s->sh_offset + s->sh_size - 1];
	if (s->sh_type == SHT_RELA)
		return s->sh_link < elf->section_count && s->sh_info < elf->section_count;
	if (s->sh_type == SHT_SYMTAB)
		return s->sh_link < elf->section_count && s->sh_offset % 8 == 0 &&
		       s->sh_offset >= sizeof *h && s->sh_entsize == sizeof(Elf64_Sym);
	return true;
}

bool
elf64_is_sound(struct elf64 *elf)
{
	size_t symbols = 0, i;

	if (!is_sound_header(elf))
		return false;
	if (elf64_header(elf)->e_shoff % sizeof(Elf64_Xword))
		move_headers(elf);
	elf->section_count = elf64_header(elf)->e_shnum;
	for (i = 0; i < elf->section_count; i++) {
		if (!is_sound_section(elf, elf64_section(elf, i)) ||
		    (symbols && elf64_section(elf, i)->sh_type == SHT_SYMTAB))
			return false;
		if (elf64_section(elf, i)->sh_type == SHT_SYMTAB)
			symbols = i;
	}
	for (i = 0; symbols && i < elf->section_count; i++)
		if (i != symbols && has_contents(elf64_section(elf, i)) &&
		    !is_apart(elf64_section(elf, i)->sh_offset, elf64_section(elf, i)->sh_size,
		        elf64_section(elf, symbols)->sh_offset,
		        elf64_section(elf, symbols)->sh_size))
			return false;
	return true;
}

const char *
elf64_string(struct elf64 *elf, size_t table, size_t n)
{
	const Elf64_Shdr *s = elf64_section(elf, table);

	return s->sh_type == SHT_STRTAB && n < s->sh_size ? elf->bytes.s + s->sh_offset + n
	                                                  : "";
}

const char *
elf64_section_name(struct elf64 *elf, size_t i)
{
	return elf64_string(elf, elf64_header(elf)->e_shstrndx, elf64_section(elf, i)->sh_name);
}

Elf64_Sym *
elf64_symbol(struct elf64 *elf, size_t offset)
{
	return (Elf64_Sym *)(void *)(elf->bytes.s + offset);
}

const Elf64_Sym *
elf64_symbol_numbered(struct elf64 *elf, size_t k)
{
	size_t i;

	for (i = 0; i < elf->section_count; i++) {
		const Elf64_Shdr *s = elf64_section(elf, i);

		if (s->sh_type == SHT_SYMTAB && k < s->sh_size / sizeof(Elf64_Sym))
			return elf64_symbol(elf, s->sh_offset + k * sizeof(Elf64_Sym));
	}
	return NULL;
}

bool
elf64_relocation(struct elf64 *elf, size_t section, uint64_t at, Elf64_Rela *found)
{
	size_t i, k;

	for (i = 0; i < elf->section_count; i++) {
		const Elf64_Shdr *s = elf64_section(elf, i);

		if (s->sh_type != SHT_RELA || s->sh_info != section)
			continue;
		for (k = 0; k + sizeof *found <= s->sh_size; k += sizeof *found) {
			memcpy(found, elf->bytes.s + s->sh_offset + k, sizeof *found);
			if (found->r_offset == at)
				return true;
		}
	}
	return false;
}

void
elf64_for_symbols(
    struct elf64 *elf, void (*f)(void *context, size_t offset, size_t strings), void *context)
{
	size_t i, k;

	for (i = 0; i < elf->section_count; i++) {
		size_t strings = elf64_section(elf, i)->sh_link;

		if (elf64_section(elf, i)->sh_type != SHT_SYMTAB)
			continue;
		for (k = 0; k < elf64_section(elf, i)->sh_size / sizeof(Elf64_Sym); k++)
			f(context, elf64_section(elf, i)->sh_offset + k * sizeof(Elf64_Sym),
			    strings);
	}
}

void
elf64_move_to_end(struct elf64 *elf, size_t i)
{
	Elf64_Shdr *s = elf64_section(elf, i);
	char *copy = memory_copy_n(elf->bytes.s + s->sh_offset, s->sh_size);

	if (s->sh_offset + s->sh_size != elf->bytes.n) {
		s->sh_offset = elf->bytes.n;
		text_add_n(&elf->bytes, copy, elf64_section(elf, i)->sh_size);
	}
	free(copy);
}

static void
shift_symbols(struct elf64 *elf, size_t table, size_t i, size_t n)
{
	const Elf64_Shdr *s = elf64_section(elf, table);
	Elf64_Sym *symbol = elf64_symbol(elf, s->sh_offset);
	size_t k;

	for (k = 0; k < s->sh_size / sizeof *symbol; k++)
		if (symbol[k].st_shndx == i && ELF64_ST_TYPE(symbol[k].st_info) != STT_SECTION)
			symbol[k].st_value += n;
}

/* Whether a relocation refers to section i as such, and not to one of its symbols. */
static bool
is_to_section(struct elf64 *elf, const Elf64_Shdr *relocations, Elf64_Xword info, size_t i)
{
	const Elf64_Shdr *s = elf64_section(elf, relocations->sh_link);
	size_t k = ELF64_R_SYM(info);
	const Elf64_Sym *symbol;

	if (s->sh_type != SHT_SYMTAB || k >= s->sh_size / sizeof *symbol)
		return false;
	symbol = elf64_symbol(elf, s->sh_offset + k * sizeof *symbol);
	return symbol->st_shndx == i && ELF64_ST_TYPE(symbol->st_info) == STT_SECTION;
}

static void
shift_relocations(struct elf64 *elf, size_t table, size_t i, size_t n)
{
	const Elf64_Shdr *s = elf64_section(elf, table);
	Elf64_Rela r;
	size_t at;

	for (at = 0; at + sizeof r <= s->sh_size; at += sizeof r) {
		memcpy(&r, elf->bytes.s + s->sh_offset + at, sizeof r);
		if (s->sh_info == i)
			r.r_offset += n;
		if (is_to_section(elf, s, r.r_info, i))
			r.r_addend += (Elf64_Sxword)n;
		memcpy(elf->bytes.s + s->sh_offset + at, &r, sizeof r);
	}
}

void
elf64_shift(struct elf64 *elf, size_t i, size_t n)
{
	size_t size = elf64_section(elf, i)->sh_size, k;
	char *copy = memory_copy_n(elf->bytes.s + elf64_section(elf, i)->sh_offset, size);

	while (elf->bytes.n % sizeof(Elf64_Xword))
		text_add_char(&elf->bytes, '\0');
	elf64_section(elf, i)->sh_offset = elf->bytes.n;
	elf64_section(elf, i)->sh_size += n;
	for (k = 0; k < n; k++)
		text_add_char(&elf->bytes, '\x90');
	text_add_n(&elf->bytes, copy, size);
	free(copy);
	for (k = 0; k < elf->section_count; k++) {
		if (elf64_section(elf, k)->sh_type == SHT_SYMTAB)
			shift_symbols(elf, k, i, n);
		if (elf64_section(elf, k)->sh_type == SHT_RELA)
			shift_relocations(elf, k, i, n);
	}
}

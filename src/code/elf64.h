#ifndef ELF64_H
#define ELF64_H

#include <elf.h>
#include <stdbool.h>

#include "util/text.h"

/* A relocatable ELF file for x86-64, in memory. Sections that grow are written anew behind its
   end. Whatever makes bytes grow makes pointers into it invalid. */
struct elf64 {
	struct text bytes;
	size_t section_count;
};

/* Whether bytes are such a file, all that the functions below use lies inside it, and nothing
   that may be written is something else as well; sets section_count. */
bool elf64_is_sound(struct elf64 *elf);
Elf64_Ehdr *elf64_header(struct elf64 *elf);
Elf64_Shdr *elf64_section(struct elf64 *elf, size_t i);
const char *elf64_section_name(struct elf64 *elf, size_t i);
/* The string at offset n of string table i; "" where that lies outside. */
const char *elf64_string(struct elf64 *elf, size_t i, size_t n);
Elf64_Sym *elf64_symbol(struct elf64 *elf, size_t offset);
/* The entry k of the symbol table, or NULL. */
const Elf64_Sym *elf64_symbol_numbered(struct elf64 *elf, size_t k);
/* The relocation of what stands there in the section; false where there is none. */
bool elf64_relocation(struct elf64 *elf, size_t section, uint64_t at, Elf64_Rela *found);
/* Calls f for every entry of every symbol table: its offset in the file, and the table of its
   names. */
void elf64_for_symbols(
    struct elf64 *elf, void (*f)(void *context, size_t offset, size_t strings), void *context);
/* Moves section i to the end of the file, where it can grow. */
void elf64_move_to_end(struct elf64 *elf, size_t i);

/* Puts n nops in front of section i, and corrects all that refers to what is in it. */
void elf64_shift(struct elf64 *elf, size_t i, size_t n);

#endif

#pragma once

#include <elf.h>
#include <stdbool.h>

#include "util/text.h"

/* An ELF file, relocatable for most, copied into memory section by section. libelf checks what
   it reads. Each section owns its bytes, so that it may grow; pointers into it are valid until
   then. Changes of a section's size are made to its bytes: object_write sets sh_size and
   sh_offset. */

struct section {
	Elf64_Shdr header;
	struct text bytes; /* none for SHT_NOBITS and SHT_NULL */
	size_t table;      /* of object_index: the section with its relocations, or 0 */
	bool sorted;       /* the relocations in it are by offset */
};

struct object {
	Elf64_Ehdr header;
	struct text segments; /* program headers, of object_read_linked */
	struct section *sections;
	size_t section_count;
	size_t names;   /* the section with the names of sections */
	size_t symbols; /* the section with the symbol table, of which there is at most one; or
	                   0 */
	size_t places;  /* the section with the sections of symbols whose numbers are too large
	                   for the symbol table (SHT_SYMTAB_SHNDX); or 0 */
	struct object_function *functions; /* of object_index: by section and place */
	size_t function_count;
};

/* object_section returns this for a symbol that is absolute, common or damaged. */
#define OBJECT_NO_SECTION SIZE_MAX

/* Reads the file into *object. Returns false with errno set: ENOEXEC if the file is not such an
   object or is damaged. Otherwise the caller calls object_free. */
bool object_read(struct object *object, const char *path);
/* Does the same with an executable or library that has program headers, or debugging
   information that was separated from one. */
bool object_read_linked(struct object *object, const char *path);
void object_free(struct object *object);
/* Writes the object to a new file at path: linkers do not depend on where in a file a section
   is, only on the order of sections. libelf's own writer is not used, as it leaves gaps of the
   size of a section's alignment, which is a page here, and needs a system call for each
   section. Returns false with errno set. */
bool object_write(struct object *object, const char *path);

/* Returns true if cgbench knows the machine and its byte order. */
bool object_is_known(const Elf64_Ehdr *header);

const char *object_section_name(const struct object *object, size_t i);
/* Returns the symbol table, which has *count entries; names are in object_symbol_name. */
Elf64_Sym *object_symbols(const struct object *object, size_t *count);
const char *object_symbol_name(const struct object *object, const Elf64_Sym *symbol);
/* Returns the section in which a symbol of the table is defined; SHN_UNDEF if it is not. Do not
   use st_shndx for this: it has 16 bits, and an object with a section for each function may
   have more. */
size_t object_section(const struct object *object, const Elf64_Sym *symbol);
/* Returns the relocations that are in a section, of which there are *count. */
Elf64_Rela *object_relocations(const struct section *section, size_t *count);
/* Returns the symbol that a relocation refers to, or NULL. */
const Elf64_Sym *object_referred(const struct object *object, const Elf64_Rela *relocation);

/* Adds a string to the string table in section table; returns its offset. */
size_t object_add_string(struct object *object, size_t table, const char *s);
/* Adds a section with its bytes and their relocations, both of which it takes over, and a
   symbol for its start, which other objects do not see. */
void object_add_section(struct object *object, const char *name, Elf64_Xword flags,
    Elf64_Xword align, struct text *bytes, struct text *relocations, const char *start);
/* Puts n nops in front of the code in section i, and corrects all symbols and relocations that
   refer to it. */
void object_shift(struct object *object, size_t i, size_t n);
/* Prepares the two below, until the object is changed. */
void object_index(struct object *object);
/* Returns the relocation of the bytes at an offset of a section, or NULL. */
const Elf64_Rela *object_relocation(const struct object *object, size_t section, uint64_t at);
/* Returns the symbol of the function at that place of a section, all of whose code is there, or
   NULL. */
const Elf64_Sym *object_function(const struct object *object, size_t section, uint64_t at);

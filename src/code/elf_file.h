#pragma once

#include <libelf.h>
#include <stdbool.h>

/* A file that libelf reads. */
struct elf_file {
	int fd;
	Elf *elf; /* NULL: it is no ELF file */
};

/* Opens it. Returns false with errno set if it cannot be read. */
bool elf_file_open(struct elf_file *file, const char *path);
/* Closes it. Leaves in errno why it could not be read, or ENOEXEC. */
void elf_file_close(struct elf_file *file);

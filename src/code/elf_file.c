#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "code/elf_file.h"
#include "util/memory.h"

bool
elf_file_open(struct elf_file *file, const char *path)
{
	file->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (file->fd < 0)
		return false;
	elf_version(EV_CURRENT);
	errno = 0;
	file->elf = elf_begin(file->fd, ELF_C_READ, NULL);
	return true;
}

void
elf_file_close(struct elf_file *file)
{
	memory_check_errno();
	elf_end(file->elf);
	close(file->fd);
	if (!errno)
		errno = ENOEXEC;
}

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include "code/jump_range.h"

/* "jal" reaches 1 MiB. The linker decides before it knows what alignment will leave unused. */
enum { RANGE = (1 << 20) - (1 << 16) };

/* Returns how far the first and the last byte of code are apart. */
static uint64_t
code_span(Elf *elf)
{
	uint64_t begin = UINT64_MAX, end = 0;
	Elf_Scn *section = NULL;
	GElf_Shdr h;

	while ((section = elf_nextscn(elf, section))) {
		if (!gelf_getshdr(section, &h) || !(h.sh_flags & SHF_EXECINSTR))
			continue;
		if (h.sh_addr < begin)
			begin = h.sh_addr;
		if (h.sh_addr + h.sh_size > end)
			end = h.sh_addr + h.sh_size;
	}
	return end > begin ? end - begin : 0;
}

bool
jump_range_suffices(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	const Elf64_Ehdr *h;
	bool suffices;
	Elf *elf;

	if (fd < 0)
		return true;
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	h = elf64_getehdr(elf);
	suffices = !h || h->e_machine != EM_RISCV || code_span(elf) <= RANGE;
	elf_end(elf);
	close(fd);
	return suffices;
}

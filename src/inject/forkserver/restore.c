#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "hook.h"
#include "preload_machine.h"
#include "restore.h"

/* The protection of the page at address; 0 if it does not belong to the binary. */
static int
protection(const struct dl_phdr_info *binary, uintptr_t address)
{
	uintptr_t start, end;
	int now = 0;

	for (int i = 0; i < binary->dlpi_phnum; i++) {
		const Elf64_Phdr *segment = &binary->dlpi_phdr[i];

		start = binary->dlpi_addr + segment->p_vaddr;
		end = start + segment->p_memsz;
		if (segment->p_type == PT_LOAD && address >= start && address < end)
			now = (segment->p_flags & PF_R ? PROT_READ : 0) |
			      (segment->p_flags & PF_W ? PROT_WRITE : 0) |
			      (segment->p_flags & PF_X ? PROT_EXEC : 0);
	}
	for (int i = 0; i < binary->dlpi_phnum; i++) {
		const Elf64_Phdr *segment = &binary->dlpi_phdr[i];

		/* Its last page stays writable if other data share it. */
		start = (binary->dlpi_addr + segment->p_vaddr) / PAGE * PAGE;
		end = (binary->dlpi_addr + segment->p_vaddr + segment->p_memsz) / PAGE * PAGE;
		if (segment->p_type == PT_GNU_RELRO && address >= start && address < end)
			now = PROT_READ;
	}
	return now;
}

static void
restore_set(const struct dl_phdr_info *binary, void **slot, void *value)
{
	int now = protection(binary, (uintptr_t)slot);
	void *page = (void *)((uintptr_t)slot / PAGE * PAGE);

	if (!(now & PROT_WRITE) && mprotect(page, PAGE, now | PROT_WRITE))
		return;
	*slot = value;
	if (!(now & PROT_WRITE))
		mprotect(page, PAGE, now);
}

static void
restore_slot(const struct dl_phdr_info *binary, const Elf64_Rela *rela)
{
	unsigned long type = ELF64_R_TYPE(rela->r_info);
	void **slot = (void **)(binary->dlpi_addr + rela->r_offset);
	Elf64_Sxword addend = type == RELOCATION_ABSOLUTE ? rela->r_addend : 0;
	void *real;
	int hook;

	if (type != RELOCATION_SLOT && type != RELOCATION_PLACE && type != RELOCATION_ABSOLUTE)
		return;
	hook = hook_at((char *)*slot - addend);
	if (hook < 0)
		return;
	real = hook_real(hook);
	restore_set(binary, slot, real ? (char *)real + addend : NULL);
}

static void
restore_table(const struct dl_phdr_info *binary, Elf64_Xword table, Elf64_Xword bytes,
    Elf64_Xword skipped)
{
	const Elf64_Rela *rela;
	Elf64_Xword i;

	if (!table)
		return;
	/* The loader has turned the offset into an address in most binaries, but not in all. */
	rela =
	    (const Elf64_Rela *)(table < binary->dlpi_addr ? binary->dlpi_addr + table : table);
	for (i = skipped; i < bytes / sizeof *rela; i++)
		restore_slot(binary, &rela[i]);
}

static void
restore_binary(const struct dl_phdr_info *binary, const Elf64_Dyn *dyn)
{
	Elf64_Xword rela = 0, rela_bytes = 0, relative = 0, plt = 0, plt_bytes = 0;

	for (; dyn->d_tag != DT_NULL; dyn++) {
		if (dyn->d_tag == DT_RELA)
			rela = dyn->d_un.d_ptr;
		else if (dyn->d_tag == DT_RELASZ)
			rela_bytes = dyn->d_un.d_val;
		else if (dyn->d_tag == DT_RELACOUNT)
			relative = dyn->d_un.d_val;
		else if (dyn->d_tag == DT_JMPREL)
			plt = dyn->d_un.d_ptr;
		else if (dyn->d_tag == DT_PLTRELSZ)
			plt_bytes = dyn->d_un.d_val;
	}
	restore_table(binary, rela, rela_bytes, relative);
	restore_table(binary, plt, plt_bytes, 0);
}

static int
restore_each(struct dl_phdr_info *binary, size_t size, void *context)
{
	const Elf64_Dyn *dyn;

	(void)size;
	(void)context;
	for (int i = 0; i < binary->dlpi_phnum; i++) {
		if (binary->dlpi_phdr[i].p_type != PT_DYNAMIC)
			continue;
		dyn = (const Elf64_Dyn *)(binary->dlpi_addr + binary->dlpi_phdr[i].p_vaddr);
		if (dyn != _DYNAMIC)
			restore_binary(binary, dyn);
	}
	return 0;
}

/* Empties the Bloom filter of the symbol table, which the loader asks first: after that no
   symbol is found. The table is "buckets, first symbol, words of the filter, shift" and the
   words of the filter. The loader keeps pointers into it, but no copy. */
static void
restore_hide(void)
{
	const Elf64_Dyn *dyn;
	uint32_t *hash;
	uintptr_t start, end;

	for (dyn = _DYNAMIC; dyn->d_tag != DT_GNU_HASH; dyn++)
		if (dyn->d_tag == DT_NULL)
			return;
	hash = (uint32_t *)dyn->d_un.d_ptr;
	start = (uintptr_t)(hash + 4) / PAGE * PAGE;
	end = (uintptr_t)(hash + 4) + hash[2] * sizeof(uint64_t);
	if (mprotect((void *)start, end - start, PROT_READ | PROT_WRITE))
		return;
	memset(hash + 4, 0, hash[2] * sizeof(uint64_t));
	mprotect((void *)start, end - start, PROT_READ);
}

void
restore_all(void)
{
	dl_iterate_phdr(restore_each, NULL);
	restore_hide();
}

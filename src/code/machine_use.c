#include <string.h>

#include "code/instruction.h"
#include "code/machine_use.h"
#include "code/object.h"
#include "model/deviation.h"
#include "util/text.h"
#include "util/words.h"

/* Returns true if an instruction of AArch64 reads or sets the control or status register of its
   numbers: mrs x0, fpsr; msr fpcr, x0 */
static bool
has_fpcr(const struct text *bytes)
{
	uint32_t word;

	for (size_t at = 0; at + sizeof word <= bytes->n; at += sizeof word) {
		memcpy(&word, bytes->s + at, sizeof word);
		if ((word & 0xffdfffc0) == 0xd51b4400)
			return true;
	}
	return false;
}

static void
add_instructions(struct machine_use *use, const struct text *bytes)
{
	struct instruction i;

	for (size_t at = 0; at < bytes->n; at += i.length ? i.length : 1) {
		i = instruction_read((const unsigned char *)bytes->s + at, bytes->n - at);
		use->control |= i.mxcsr;
		use->special |= i.special;
		use->rewrites |= i.enters_kernel;
	}
}

static void
add_section(struct machine_use *use, int machine, const struct section *section)
{
	if (!(section->header.sh_flags & SHF_EXECINSTR))
		return;
	if (machine == EM_X86_64)
		add_instructions(use, &section->bytes);
	else if (machine == EM_AARCH64)
		use->control |= has_fpcr(&section->bytes);
}

/* Memory that these make executable may be part of a file, and so may that of a section that
   is both written and executed: valgrind looks only in other memory for changed code. */
static bool
may_rewrite(const struct object *object)
{
	static const char *const names[] = {
	    "mprotect", "pkey_mprotect", "memfd_create", "shm_open", "syscall", NULL};
	const Elf64_Xword both = SHF_WRITE | SHF_EXECINSTR;
	const Elf64_Sym *symbols;
	size_t n;

	for (size_t i = 0; i < object->section_count; i++)
		if ((object->sections[i].header.sh_flags & both) == both)
			return true;
	symbols = object_symbols(object, &n);
	for (size_t i = 0; i < n; i++)
		if (symbols[i].st_shndx == SHN_UNDEF &&
		    words_include(names, object_symbol_name(object, &symbols[i])))
			return true;
	return false;
}

/* Adds which of the C library's functions the object defines, and whether it calls one of
   <fenv.h>: one of another header that begins alike does no harm. */
static void
add_functions(struct machine_use *use, const struct object *object)
{
	size_t n;
	const Elf64_Sym *symbols = object_symbols(object, &n);

	for (size_t i = 0; i < n; i++) {
		const char *name = object_symbol_name(object, &symbols[i]);

		if (symbols[i].st_shndx != SHN_UNDEF)
			use->own |= deviation_function(name);
		else
			use->special |= text_begins(name, "fe");
	}
}

void
machine_use_add(struct machine_use *use, const char *path)
{
	FREED_BY(object_free) struct object object = {0};

	if (!object_read(&object, path))
		return;
	use->rewrites = use->rewrites || may_rewrite(&object);
	add_functions(use, &object);
	for (size_t i = 0; i < object.section_count; i++)
		add_section(use, object.header.e_machine, &object.sections[i]);
}

void
machine_use_merge(struct machine_use *use, const struct machine_use *other)
{
	use->rewrites |= other->rewrites;
	use->control |= other->control;
	use->special |= other->special;
	use->own |= other->own;
}

#include <string.h>

#include "code/instruction.h"
#include "code/machine_use.h"
#include "code/object.h"
#include "util/words.h"
#include "model/deviation.h"

/* Returns true if the bytes of stmxcsr or ldmxcsr are anywhere in the code, even within another
   instruction, in the usual encoding, 0f ae 5c 24 fc, or AVX's, c5 f8 ae 54 24 fc. */
static bool
may_have_mxcsr(const unsigned char *s, size_t n)
{
	const unsigned char *at = s;

	for (; (at = memchr(at, 0xae, n - (size_t)(at - s))); at++) {
		size_t before = (size_t)(at - s);

		if (before + 1 < n && at[1] < 0xc0 && (at[1] >> 4 & 3) == 1 &&
		    ((before && at[-1] == 0x0f) || (before > 1 && at[-2] == 0xc5) ||
		        (before > 2 && at[-3] == 0xc4)))
			return true;
	}
	return false;
}

/* Decoding takes time, so it is only done where it may find one. */
static bool
has_mxcsr(const struct text *bytes)
{
	const unsigned char *s = (const unsigned char *)bytes->s;
	struct instruction i;
	size_t n = bytes->n;

	if (!n || !may_have_mxcsr(s, n))
		return false;
	for (size_t at = 0; at < n; at += i.length ? i.length : 1) {
		i = instruction_read(s + at, n - at);
		if (i.mxcsr)
			return true;
	}
	return false;
}

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

static bool
has_control(int machine, const struct text *bytes)
{
	return machine == EM_X86_64 ? has_mxcsr(bytes)
	                            : machine == EM_AARCH64 && has_fpcr(bytes);
}

/* Memory that these make executable may be part of a file, and so may that of a section that
   is both written and executed: valgrind looks only in other memory for changed code. */
static bool
may_rewrite(const struct object *object)
{
	static const char *const names[] = {
	    "mprotect", "pkey_mprotect", "memfd_create", "shm_open", NULL};
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

/* Returns the functions that the object defines and that are the C library's elsewhere. */
static unsigned
own_functions(const struct object *object)
{
	unsigned own = 0;
	size_t n;
	const Elf64_Sym *symbols = object_symbols(object, &n);

	for (size_t i = 0; i < n; i++)
		if (symbols[i].st_shndx != SHN_UNDEF)
			own |= deviation_function(object_symbol_name(object, &symbols[i]));
	return own;
}

void
machine_use_add(struct machine_use *use, const char *path)
{
	FREED_BY(object_free) struct object object = {0};

	if (!object_read(&object, path))
		return;
	use->rewrites = use->rewrites || may_rewrite(&object);
	use->own |= own_functions(&object);
	for (size_t i = 0; i < object.section_count && !use->control; i++)
		use->control = object.sections[i].header.sh_flags & SHF_EXECINSTR &&
		               has_control(object.header.e_machine, &object.sections[i].bytes);
}

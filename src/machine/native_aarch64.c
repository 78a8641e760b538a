#include <elf.h>
#include <stdint.h>
#include <sys/auxv.h>

#include "machine/machine.h"
#include "machine/native.h"
#include "util/array.h"
#include "util/text.h"

/* Valgrind would let the processor execute ldxr and stxr. An interrupt between them makes stxr
   fail, and the program's loop begins again. */
const struct native native = {EM_AARCH64, NO_NARROW, "arm64-linux", NULL,
    "/lib/ld-linux-aarch64.so.1", "--sim-hints=fallback-llsc"};

enum guest_cpu
guest_cpu_shown(void)
{
	return CPU_AVX2;
}

/* The C library chooses functions by what valgrind leaves of the features in the auxiliary
   vector, by the size of the block that dc zva clears, and by that of a page. The model is
   hidden. */
char *
native_cpu(void)
{
	static const struct {
		unsigned long bit;
		const char *name;
	} features[] = {{HWCAP_FP, "fp"}, {HWCAP_ASIMD, "asimd"}, {HWCAP_AES, "aes"},
	    {HWCAP_PMULL, "pmull"}, {HWCAP_SHA1, "sha1"}, {HWCAP_SHA2, "sha2"},
	    {HWCAP_CRC32, "crc32"}, {HWCAP_ATOMICS, "atomics"}, {HWCAP_FPHP, "fphp"},
	    {HWCAP_ASIMDHP, "asimdhp"}, {HWCAP_ASIMDDP, "asimddp"}};
	enum { PROHIBITED = 1 << 4, SIZE = PROHIBITED - 1 };
	struct text t = TEXT_EMPTY;
	uint64_t zva;

	text_add(&t, "aarch64");
	for (size_t i = 0; i < COUNTOF(features); i++)
		if (getauxval(AT_HWCAP) & features[i].bit)
			text_addf(&t, " %s", features[i].name);
	__asm__("mrs %0, dczid_el0" : "=r"(zva));
	text_addf(&t, " zva=%u", zva & PROHIBITED ? 0 : 4u << (zva & SIZE));
	text_addf(&t, " page=%lu", getauxval(AT_PAGESZ));
	return text_take(&t);
}

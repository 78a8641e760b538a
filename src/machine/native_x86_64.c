#include <elf.h>

#include "machine/machine.h"
#include "machine/native.h"
#include "util/text.h"

const struct native native = {
    EM_X86_64, EM_386, "amd64-linux", "x86-linux", "/lib64/ld-linux-x86-64.so.2", NULL};

/* Makes the choice that VEX makes. VEX also requires CMPXCHG16B, which every processor with
   SSSE3 has. Like VEX, the builtin checks both the processor and whether the system saves wide
   registers. */
enum guest_cpu
guest_cpu_shown(void)
{
	if (__builtin_cpu_supports("avx2"))
		return CPU_AVX2;
	if (__builtin_cpu_supports("avx"))
		return CPU_AVX;
	if (__builtin_cpu_supports("ssse3"))
		return CPU_SSE42;
	return CPU_SSE2;
}

char *
native_cpu(void)
{
	return memory_copy(guest_cpu_name(guest_cpu_shown()));
}

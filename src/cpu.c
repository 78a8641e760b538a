#include "cpu.h"

/* As VEX chooses: it asks for CMPXCHG16B as well, which whatever has SSSE3 has. The compiler's
   builtin, too, asks the processor and whether the system saves the wide registers. */
enum cpu
cpu_shown(void)
{
	if (__builtin_cpu_supports("avx2"))
		return CPU_AVX2;
	if (__builtin_cpu_supports("avx"))
		return CPU_AVX;
	if (__builtin_cpu_supports("ssse3"))
		return CPU_SSE42;
	return CPU_SSE2;
}

const char *
cpu_name(enum cpu cpu)
{
	static const char *const names[] = {"sse2", "sse4.2", "avx", "avx2"};

	return names[cpu];
}

#include <string.h>

#include "machine/guest_cpu.h"

const char *
guest_cpu_name(enum guest_cpu cpu)
{
	static const char *const names[] = {"sse2", "sse4.2", "avx", "avx2"};

	return names[cpu];
}

enum guest_cpu
guest_cpu_of_level(const char *level)
{
	static const enum guest_cpu least[] = {CPU_SSE2, CPU_SSE42, CPU_AVX2};

	return least[level[1] - '1'];
}

/* glibc derives from the cache sizes from which size on a copy bypasses the caches. The hwcaps
   must come last, because glibc 2.36 reads past their end. Without the last of them, glibc 2.41
   sets memory by rep stosb even if ERMS is off. */
#define TUNABLES \
	"GLIBC_TUNABLES=glibc.cpu.x86_data_cache_size=32768" \
	":glibc.cpu.x86_shared_cache_size=1048576" \
	":glibc.cpu.x86_non_temporal_threshold=786432" \
	":glibc.cpu.hwcaps=-AVX2,-AVX_Fast_Unaligned_Load,-AVX,-ERMS,-BMI2,-BMI1,-LZCNT,-MOVBE," \
	"-FMA,-F16C,-XSAVE,-XSAVEC,-Fast_Unaligned_Copy,-Fast_Unaligned_Load," \
	"Avoid_Non_Temporal_Memset"

const char *
guest_cpu_tunables(const char *level)
{
	if (!strcmp(level, "v1"))
		return TUNABLES ",-SSE4_2,-SSE4_1,-SSSE3,-POPCNT";
	return strcmp(level, "v2") ? NULL : TUNABLES;
}

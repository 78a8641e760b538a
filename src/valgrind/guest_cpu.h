#ifndef GUEST_CPU_H
#define GUEST_CPU_H

/* The processors that valgrind shows to programs: one of four, whatever the host's is. From the
   least to the most able. */
enum guest_cpu { CPU_SSE2, CPU_SSE42, CPU_AVX, CPU_AVX2 };

/* The one that programs see on this host, by what it can do: an i7-4910MQ (avx2), an i5-2300
   (avx), an i5-670 (sse4.2) or an Opteron 848 (sse2). */
enum guest_cpu guest_cpu_shown(void);
/* "sse2", "sse4.2", "avx" or "avx2". */
const char *guest_cpu_name(enum guest_cpu cpu);

/* The levels of the x86-64 ABI, "v1" to "v3": v2 asks for SSE4.2 and v3 for AVX2. */

/* The least able processor that has all of the level. */
enum guest_cpu guest_cpu_of_level(const char *level);
/* The setting GLIBC_TUNABLES=... by which the C library uses no more than that level and takes
   the caches to be of one size, whichever of the processors it sees; NULL for v3, which is all
   that the most able one has. */
const char *guest_cpu_setting(const char *level);

#endif

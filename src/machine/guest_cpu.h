#pragma once

/* The processors that valgrind shows to programs for x86-64: one of these four, whatever the
   host's is, in ascending order of their instruction sets. */
enum guest_cpu { CPU_SSE2, CPU_SSE42, CPU_AVX, CPU_AVX2 };

/* The processor that such programs see on this host. Valgrind shows one depending on what the
   host's can do: an i7-4910MQ (avx2), an i5-2300 (avx), an i5-670 (sse4.2) or an Opteron 848
   (sse2). On other machines it is QEMU's, an AVX2 one. */
enum guest_cpu guest_cpu_shown(void);
/* "sse2", "sse4.2", "avx" or "avx2". */
const char *guest_cpu_name(enum guest_cpu cpu);

/* Levels are those of the x86-64 ABI, "v1" to "v3": v2 requires SSE4.2 and v3 AVX2. */

/* The first processor that has everything in the level. */
enum guest_cpu guest_cpu_of_level(const char *level);
/* The setting GLIBC_TUNABLES=... that restricts the C library to the level and fixes the cache
   sizes it assumes, whichever processor it sees; NULL for v3, which needs no restriction. */
const char *guest_cpu_tunables(const char *level);

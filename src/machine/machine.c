#include <elf.h>
#include <stddef.h>
#include <string.h>

#include "machine/machine.h"
#include "machine/native.h"
#include "util/array.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/text.h"

/* QEMU's processors are named, so that a later QEMU shows the same ones. For x86-64 it is the
   one for which the C library chooses the same functions as for valgrind's, without what QEMU
   warns that it lacks. */
static const struct machine machines[MACHINE_COUNT] = {
    {EM_X86_64, "x86_64", "x86_64-linux-gnu",
        "Haswell-noTSX,-pcid,-x2apic,-tsc-deadline,-invpcid", "/usr/x86_64-linux-gnu",
        "libc6-dev-amd64-cross", NULL, NULL, NULL},
    {EM_AARCH64, "aarch64", "aarch64-linux-gnu", "neoverse-n1", "/usr/aarch64-linux-gnu",
        "libc6-dev-arm64-cross", "aarch64-linux-gnu-objdump", "aarch64",
        "binutils-aarch64-linux-gnu"},
    {EM_RISCV, "riscv64", "riscv64-linux-gnu", "rv64,v=true,vlen=128,vext_spec=v1.0",
        "/usr/riscv64-linux-gnu", "libc6-dev-riscv64-cross", "riscv64-linux-gnu-objdump",
        "riscv:rv64", "binutils-riscv64-linux-gnu"},
};

static const char *
machine_name_of(int number)
{
	static const struct {
		int number;
		const char *name;
	} names[] = {{EM_ARM, "ARM"}, {EM_AARCH64, "AArch64"}, {EM_RISCV, "RISC-V"},
	    {EM_PPC, "PowerPC"}, {EM_PPC64, "PowerPC"}, {EM_S390, "S/390"}, {EM_MIPS, "MIPS"},
	    {EM_68K, "m68k"}, {EM_SPARCV9, "SPARC"}, {EM_X86_64, "x86-64"}};

	for (size_t i = 0; i < COUNTOF(names); i++)
		if (names[i].number == number)
			return names[i].name;
	return "a machine";
}

/* Reads what files of 32 and of 64 bits have in common. Without it, header begins with the
   file's first bytes. */
static bool
read_header(const char *path, Elf64_Ehdr *header)
{
	enum { COMMON = offsetof(Elf64_Ehdr, e_entry) };
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	bool got =
	    file_read_start(path, &t, COMMON) && t.n == COMMON && !memcmp(t.s, ELFMAG, SELFMAG);

	*header = (Elf64_Ehdr){0};
	if (t.n)
		memcpy(header, t.s, t.n);
	return got;
}

const struct machine *
machine_host(void)
{
	const struct machine *machine = machines;

	while (machine->number != native.number)
		machine++;
	return machine;
}

/* Returns true if a file that begins so is an object of Windows, of macOS or of WebAssembly.
   Code that a compiler leaves to the linker, such as LLVM's bitcode, is not known. */
static bool
is_of_other_system(const void *begin)
{
	static const struct {
		const char *s;
		size_t n;
	} begins[] = {{"\x4c\x01", 2}, {"\x64\x86", 2}, {"\x64\xaa", 2},
	    {"\xcf\xfa\xed\xfe", 4}, {"\0asm", 4}};

	for (size_t i = 0; i < COUNTOF(begins); i++)
		if (!memcmp(begin, begins[i].s, begins[i].n))
			return true;
	return false;
}

const struct machine *
machine_of_file(const char *path, char **other)
{
	Elf64_Ehdr h;
	bool wide, little;

	*other = NULL;
	if (!read_header(path, &h)) {
		if (is_of_other_system(&h))
			*other = memory_copy("another system than Linux");
		return NULL;
	}
	little = h.e_ident[EI_DATA] == ELFDATA2LSB;
	wide = h.e_ident[EI_CLASS] == ELFCLASS64;
	if (little && !wide && h.e_machine == native.narrow)
		return machine_host();
	for (size_t i = 0; i < MACHINE_COUNT; i++)
		if (wide && little && machines[i].number == h.e_machine)
			return &machines[i];
	*other = text_print("%s of %d bits%s",
	    machine_name_of(
	        little ? h.e_machine : (h.e_machine >> 8 | (h.e_machine & 0xff) << 8)),
	    wide ? 64 : 32, little ? "" : " that is big-endian");
	return NULL;
}

bool
machine_is_narrow(const char *path)
{
	Elf64_Ehdr h;

	return read_header(path, &h) && h.e_machine == native.narrow;
}

const struct machine *
machine_of_name(const char *name)
{
	for (size_t i = 0; i < MACHINE_COUNT; i++)
		if (text_begins(name, machines[i].triple))
			return &machines[i];
	return NULL;
}

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

#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process/chance/tool.h"
#include "util/array.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/text.h"

/* Code in the place of other code, of functions in VEX/priv/guest_amd64_helpers.c and
   guest_x86_helpers.c. */
static const struct change {
	const char *from, *to;
	size_t from_n, to_n;
	bool begins; /* a function, which is replaced as a whole */
} changes[] = {
#define CHANGE(from, to, begins) \
	{ \
		from, to, sizeof(from) - 1, sizeof(to) - 1, begins \
	}
#define DRAW \
	"\x49\x89\xc4"         /* mov %rax,%r12 */ \
	"\x51"                 /* push %rcx */ \
	"\xb8\x71\x36\x06\x00" /* mov $CHANCE_DRAW,%eax */ \
	"\x0f\x05"             /* syscall */ \
	"\x59"                 /* pop %rcx */ \
	"\x49\x89\xc3"         /* mov %rax,%r11 */ \
	"\x4c\x89\xe0"         /* mov %r12,%rax */ \
	"\x6a\x01\x41\x5c"     /* push $1; pop %r12 */
#define ZERO_R11_AND_R12 "\x49\xc7\xc3\0\0\0\0\x49\xc7\xc4\0\0\0\0"
#define SETB_R12B "\x41\x0f\x92\xc4"
    CHANGE(ZERO_R11_AND_R12 "\x41\x0f\xc7\xf3" /* rdrand %r11d */ SETB_R12B, DRAW, false),
    CHANGE(ZERO_R11_AND_R12 "\x41\x0f\xc7\xfb" /* rdseed %r11d */ SETB_R12B, DRAW, false),
    CHANGE("\x0f\x31" /* rdtsc */ "\x48",
        "\xb8\x70\x36\x06\x00" /* mov $CHANCE_TICKS,%eax */
        "\x0f\x05"             /* syscall */
        "\xc3",                /* ret */
        true),
    /* rax, rcx and rdx of VexGuestAMD64State begin at 16, 24 and 32. */
    CHANGE("\x0f\x01\xf9",         /* rdtscp */
        "\xb8\x70\x36\x06\x00"     /* mov $CHANCE_TICKS,%eax */
        "\x0f\x05"                 /* syscall */
        "\x89\xc1\x48\xc1\xe8\x20" /* mov %eax,%ecx; shr $32,%rax */
        "\x48\x89\x4f\x10"         /* mov %rcx,16(%rdi) */
        "\x48\x83\x67\x18\x00"     /* andq $0,24(%rdi) */
        "\x48\x89\x47\x20"         /* mov %rax,32(%rdi) */
        "\xc3",                    /* ret */
        true),
    CHANGE("\x0f\x31\xc3",     /* rdtsc; ret */
        "\xb8\x70\x36\x06\x00" /* mov $CHANCE_TICKS,%eax */
        "\xcd\x80"             /* int $0x80 */
        "\x31\xd2"             /* xor %edx,%edx */
        "\xc3",                /* ret */
        true),
};

/* A change that applies, and where. */
struct tool_place {
	const struct change *change;
	uint64_t address;
};

/* The last tool that was looked at. */
static struct {
	char *path; /* NULL: there was none */
	struct tool_place places[16];
	size_t n;
} tool;

/* Returns true if a function begins there that has room for so many bytes: functions begin at
   multiples of 16, perhaps with endbr, and their last instruction is a return. */
static bool
has_room(const char *bytes, size_t size, size_t at, size_t n)
{
	static const char endbr[] = "\xf3\x0f\x1e";
	const char *ret = memchr(bytes + at, 0xc3, size - at);
	size_t begin = at % 16 == 4 && !memcmp(bytes + at - 4, endbr, 3) ? at - 4 : at;

	return begin % 16 == 0 && ret && at + n <= (size_t)(ret - bytes) / 16 * 16 + 16;
}

/* bytes: what is loaded at that address, which is a multiple of 16. */
static void
tool_find_change(const char *bytes, size_t size, uint64_t address, const struct change *change)
{
	const char *found = bytes;

	while ((found = memmem(
	            found, (size_t)(bytes + size - found), change->from, change->from_n))) {
		size_t at = (size_t)(found - bytes);

		if (tool.n < COUNTOF(tool.places) &&
		    (!change->begins || has_room(bytes, size, at, change->to_n)))
			tool.places[tool.n++] = (struct tool_place){change, address + at};
		found += change->from_n;
	}
}

/* Looks in the executable segments: tools of valgrind are loaded at the addresses in their
   files. */
void
tool_find(const char *path)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	GElf_Phdr segment;
	Elf *elf;

	if (tool.path && !strcmp(path, tool.path))
		return;
	free(tool.path);
	tool.path = memory_copy(path);
	tool.n = 0;
	if (!file_read(path, &t) || elf_version(EV_CURRENT) == EV_NONE)
		return;
	elf = elf_memory(t.s, t.n);
	for (int i = 0; gelf_getphdr(elf, i, &segment); i++)
		if (segment.p_flags & PF_X && segment.p_offset <= t.n &&
		    segment.p_filesz <= t.n - segment.p_offset)
			for (size_t k = 0; k < COUNTOF(changes); k++)
				tool_find_change(t.s + segment.p_offset, segment.p_filesz,
				    segment.p_vaddr, &changes[k]);
	elf_end(elf);
}

void
tool_pin(pid_t pid)
{
	char path[64], bytes[64];
	int memory;

	snprintf(path, sizeof path, "/proc/%ld/mem", (long)pid);
	memory = open(path, O_RDWR | O_CLOEXEC);
	for (size_t i = 0; i < tool.n; i++) {
		const struct change *change = tool.places[i].change;

		if (pread(memory, bytes, change->from_n, (off_t)tool.places[i].address) !=
		        (ssize_t)change->from_n ||
		    memcmp(bytes, change->from, change->from_n) != 0)
			continue;
		(void)!pwrite(memory, change->to, change->to_n, (off_t)tool.places[i].address);
	}
	close(memory);
}

#include <alloca.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "preload_machine.h"
#include "rollback.h"

enum { RANGES = 256, MAPS_SIZE = 1 << 16, FRAME_SIZE = 4096 };

struct rollback_range {
	uintptr_t start, end;
};

static struct {
	struct rollback_range ranges[RANGES];
	int n;
	long file, brk;
	uintptr_t stack; /* nothing on the stack below this is restored */
	jmp_buf registers;
} marked;

/* Reads the list of mappings as text into the size bytes at s. */
static int
read_maps(char *s, size_t size)
{
	long fd = syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
	size_t n = 0;
	long got;

	while ((got = syscall(SYS_read, fd, s + n, size - 1 - n)) > 0)
		n += (size_t)got;
	s[n] = '\0';
	syscall(SYS_close, fd);
	return got == 0 && n < size - 1;
}

/* Adds the range of a line if the program may write to it. A line:
       04033000-04035000 rw-p 00033000 fe:00 332383      /usr/lib/x86_64-linux-gnu/ld.so
   valgrind loads the tool above the program. Everything below the tool is the program's; above
   it only the stack is, from marked.stack on. Returns 0 if the line is invalid or one too many.
 */
static int
rollback_add_line(const char *line, int above)
{
	struct rollback_range range;
	char *rest;

	range.start = strtoul(line, &rest, 16);
	range.end = *rest == '-' ? strtoul(rest + 1, &rest, 16) : 0;
	if (!range.end)
		return 0;
	if (memcmp(rest, " rw", 3) || rest[4] != 'p')
		return 1;
	if (above && (marked.stack < range.start || marked.stack >= range.end))
		return 1;
	if (above)
		range.start = marked.stack;
	if (marked.n == RANGES)
		return 0;
	marked.ranges[marked.n++] = range;
	return 1;
}

static int
find_ranges(char *maps)
{
	char *end;
	int above = 0;

	marked.n = 0;
	for (char *line = maps; *line; line = end + 1) {
		end = strchr(line, '\n');
		if (!end)
			return 0;
		*end = '\0';
		above |= strstr(line, "/cachegrind-" VALGRIND_MACHINE) ||
		         strstr(line, "/callgrind-" VALGRIND_MACHINE);
		if (!rollback_add_line(line, above))
			return 0;
	}
	return marked.n && marked.ranges[marked.n - 1].start == marked.stack;
}

static int
save_ranges(void)
{
	uintptr_t at;
	long n;

	for (const struct rollback_range *range = marked.ranges;
	     range < marked.ranges + marked.n; range++)
		for (at = range->start; at < range->end; at += (uintptr_t)n)
			if ((n = syscall(SYS_write, marked.file, at, range->end - at)) <= 0)
				return 0;
	return 1;
}

/* Lets the kernel read into the program's memory, except this frame. After that, only variables
   in registers are used, and those whose restored value is the same. */
static __attribute__((noinline, noreturn)) void
rollback_restore(void)
{
	uintptr_t at;
	long n;

	syscall(SYS_brk, marked.brk);
	syscall(SYS_lseek, marked.file, 0, SEEK_SET);
	for (const struct rollback_range *range = marked.ranges;
	     range < marked.ranges + marked.n; range++)
		for (at = range->start; at < range->end; at += (uintptr_t)n)
			if ((n = syscall(SYS_read, marked.file, at, range->end - at)) <= 0)
				syscall(SYS_exit_group, 125);
	_longjmp(marked.registers, 1);
}

static __attribute__((noinline)) uintptr_t
rollback_frame(void)
{
	return (uintptr_t)__builtin_frame_address(0);
}

int
rollback_mark(void)
{
	static char maps[MAPS_SIZE];

	if (_setjmp(marked.registers)) {
		syscall(SYS_close, marked.file);
		return 2;
	}
	marked.stack = rollback_frame();
	marked.brk = syscall(SYS_brk, 0);
	if (!read_maps(maps, sizeof maps) || !find_ranges(maps))
		return 0;
	memset(maps, 0, sizeof maps);
	marked.file = syscall(SYS_openat, AT_FDCWD, "memory", O_RDWR | O_CREAT | O_TRUNC, 0600);
	if (marked.file < 0)
		return 0;
	syscall(SYS_unlinkat, AT_FDCWD, "memory", 0);
	if (!save_ranges()) {
		syscall(SYS_close, marked.file);
		return 0;
	}
	return 1;
}

/* First moves down the stack, below the part that is restored. */
void
rollback(void)
{
	uintptr_t here = rollback_frame();
	volatile char *room =
	    alloca((here > marked.stack ? here - marked.stack : 0) + FRAME_SIZE);

	room[0] = 0;
	rollback_restore();
}

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/file.h"
#include "util/text.h"
#include "valgrind/tool_copy.h"

#ifndef MFD_EXEC
#define MFD_EXEC 0x10u
#endif

/* Where every version looks, by build id and by name; and a path that there never is. */
static const char searched[] = "/usr/lib/debug", nowhere[] = "/dev/null/none";

_Static_assert(sizeof searched == sizeof nowhere, "the tool's data stay where they are");

/* Returns whether it was there. */
static bool
replace_all(struct text *t)
{
	const size_t n = sizeof searched - 1;
	char *at = t->s, *end = t->s + t->n;
	bool any = false;

	while ((at = memmem(at, (size_t)(end - at), searched, n))) {
		memcpy(at, nowhere, n);
		at += n;
		any = true;
	}
	return any;
}

/* A program that reads its memory's map finds the line
       58000000-580bd000 r-xp 00000000 00:01 2053    /memfd:NAME (deleted)
   which is to be as long as with the tool's own path, and to have "/cachegrind-amd64-linux" in
   it: inject/forkserver/rollback.c looks for that. */
static int
make_file(const char *tool)
{
	static const char around[] = "/memfd: (deleted)";
	const char *name = strrchr(tool, '/');
	int fd;

	if (!name || (size_t)(name - tool) < sizeof around - 1)
		return -1;
	name = tool + sizeof around - 1;
	fd = memfd_create(name, MFD_CLOEXEC | MFD_EXEC);
	/* Kernels before 6.3 do not know MFD_EXEC. */
	return fd < 0 ? memfd_create(name, MFD_CLOEXEC) : fd;
}

static bool
write_all(int fd, const char *s, size_t n)
{
	ssize_t written;

	for (; n; s += written, n -= (size_t)written)
		if ((written = write(fd, s, n)) <= 0)
			return false;
	return true;
}

int
tool_copy_make(const char *tool)
{
	struct text bytes = TEXT_EMPTY;
	int fd = -1;

	if (file_read(tool, &bytes) && bytes.n && replace_all(&bytes))
		fd = make_file(tool);
	if (fd >= 0 && !write_all(fd, bytes.s, bytes.n)) {
		close(fd);
		fd = -1;
	}
	text_free(&bytes);
	return fd;
}

/* More slashes make it longer. The path is also on the stack of the tool, below which it puts
   the program. */
char *
tool_copy_path(int copy, const char *tool)
{
	struct text path = TEXT_EMPTY;
	char *number = text_print("%d", copy);

	text_add(&path, "/proc/self/fd/");
	while (path.n + strlen(number) < strlen(tool))
		text_add_char(&path, '/');
	text_add(&path, number);
	free(number);
	return text_take(&path);
}

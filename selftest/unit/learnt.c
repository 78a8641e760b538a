#include "inject/qemu/learnt.c"

#include <sys/wait.h>

#include "tap.h"

enum { PAGES = 20 * WINDOW };

static char *
map_file(void)
{
	int file = memfd_create("learnt", MFD_CLOEXEC);
	static const char page[PAGE];
	size_t i;

	for (i = 0; i < PAGES; i++)
		(void)!write(file, page, sizeof page);
	return mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
}

static bool
is_mapped(const char *page)
{
	int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	uint64_t entry = 0;

	(void)!pread(
	    pagemap, &entry, sizeof entry, (off_t)((uintptr_t)page / PAGE * sizeof entry));
	close(pagemap);
	return entry >> 63;
}

/* Reads a page in a process of its own, which may tell so. */
static void
use(const char *page, bool tells)
{
	pid_t pid = fork();

	if (pid) {
		waitpid(pid, NULL, 0);
		return;
	}
	(void)*(const volatile char *)page;
	if (tells)
		learnt_tell();
	_exit(0);
}

int
main(void)
{
	char *memory = map_file();
	const char *first = memory + PAGE * WINDOW, *second = memory + PAGE * 10 * WINDOW,
	           *outside = memory + PAGE * 18 * WINDOW;
	struct learnt_range range = {(uintptr_t)memory, (uintptr_t)outside};

	learnt_tell();
	learnt_use();
	ok(!is_mapped(first), "nothing is learnt before it begins");
	learnt_begin(&range, 1);
	use(first, false);
	learnt_use();
	ok(!is_mapped(first), "a process that does not tell leaves nothing");
	use(second, true);
	use(outside, true);
	ok(!is_mapped(second), "the server does not yet use it");
	learnt_use();
	ok(is_mapped(second), "what a process used is mapped in the server");
	ok(!is_mapped(first), "and nothing else");
	ok(!is_mapped(outside), "only the first process that tells is heard");
	use(first, true);
	learnt_use();
	ok(!is_mapped(first), "nothing is learnt later");
	return tap_done();
}

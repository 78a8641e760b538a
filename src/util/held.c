#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/held.h"

/* Where standard output that is held will be shown; -1: it is not held. */
static int shown = -1;

static int
copy(int fd)
{
	return fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

bool
held_begin(void)
{
	int file = memfd_create("output", MFD_CLOEXEC);

	if (file < 0)
		return false;
	shown = copy(STDOUT_FILENO);
	if (shown >= 0)
		dup2(file, STDOUT_FILENO);
	close(file);
	return shown >= 0;
}

int
held_end(void)
{
	int file = copy(STDOUT_FILENO);

	dup2(shown, STDOUT_FILENO);
	close(shown);
	shown = -1;
	lseek(file, 0, SEEK_SET);
	return file;
}

int
held_shown(FILE *out)
{
	int fd = fileno(out);

	return fd == STDOUT_FILENO && shown >= 0 ? shown : fd;
}

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/stdout_capture.h"

/* Where standard output that is held will be shown; -1: it is not held. */
static int shown = -1;

static int
copy(int fd)
{
	return fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

bool
stdout_capture_begin(void)
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
stdout_capture_end(void)
{
	int file = copy(STDOUT_FILENO);

	dup2(shown, STDOUT_FILENO);
	close(shown);
	shown = -1;
	lseek(file, 0, SEEK_SET);
	return file;
}

int
stdout_capture_show(FILE *out)
{
	int fd = fileno(out);

	return fd == STDOUT_FILENO && shown >= 0 ? shown : fd;
}

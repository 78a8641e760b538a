#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "process/descriptors.h"

static void
close_now(int fd)
{
	close(fd);
}

static void
close_at_exec(int fd)
{
	fcntl(fd, F_SETFD, FD_CLOEXEC);
}

static void
do_each(int first, void (*treat)(int))
{
	DIR *dir = opendir("/proc/self/fd");
	struct dirent *entry;

	if (!dir)
		return;
	while ((entry = readdir(dir))) {
		int fd = atoi(entry->d_name);

		/* "." and ".." are 0 here. */
		if (fd >= first && fd != dirfd(dir))
			treat(fd);
	}
	closedir(dir);
}

void
descriptors_close(int first)
{
	if (close_range((unsigned)first, ~0u, 0))
		do_each(first, close_now);
}

void
descriptors_close_on_exec(int first)
{
	if (close_range((unsigned)first, ~0u, CLOSE_RANGE_CLOEXEC))
		do_each(first, close_at_exec);
}

/* Files of earlier runs are removed if they are old and nobody's. */

#include <fcntl.h>
#include <sys/stat.h>

#include "scratch.h"
#include "tap.h"
#include "util/file.h"
#include "util/stale.h"

static void
make(const char *path, bool directory, bool old)
{
	const struct timespec times[2] = {{1000000000, 0}, {1000000000, 0}};

	if (directory ? mkdir(path, 0700) : !file_write(path, "", 0))
		abort();
	if (old)
		utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW);
}

int
main(void)
{
	int fd;

	scratch_enter();
	make("cgbench-AbCd09", true, false);
	make("cgbench-old000", true, false);
	make("cgbench-old000/file", false, true);
	make("cgbench-old00", true, true);
	make("cgbench-old00.", true, true);
	make("cgbench-file00", false, true);
	make("cgbench-held00", true, true);
	make("aim", true, true);
	ok(!symlink("aim", "cgbench-link00"), "a link");
	utimensat(AT_FDCWD, "cgbench-old000", (struct timespec[2]){{1000000000, 0}, {1000000000, 0}}, 0);
	fd = open("cgbench-held00", O_RDONLY | O_DIRECTORY);
	stale_lock(fd);
	stale_remove("./cgbench-XXXXXX");
	ok(!access("cgbench-AbCd09", F_OK), "a young one stays");
	ok(access("cgbench-old000", F_OK), "an old directory goes, with what is in it");
	ok(access("cgbench-file00", F_OK), "so does an old file");
	ok(!access("cgbench-old00", F_OK) && !access("cgbench-old00.", F_OK), "other names stay");
	ok(!access("cgbench-held00", F_OK), "what a process holds stays");
	ok(!access("aim", F_OK) && !access("cgbench-link00", F_OK), "a link stays, and what it leads to");
	close(fd);
	stale_remove("./cgbench-XXXXXX");
	ok(access("cgbench-held00", F_OK), "what was held goes when the process has ended");
	scratch_leave();
	return tap_done();
}

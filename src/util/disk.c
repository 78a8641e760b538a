#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/disk.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/text.h"

char *
disk_obstacle(const char *dir)
{
	static const char page[4096];
	char *path = text_print("%s/cgbench-probe", dir);
	int error = file_write(path, page, sizeof page) ? 0 : errno;

	unlink(path);
	free(path);
	if (!error)
		return memory_copy("");
	return text_print(": %s%s", strerror(error),
	    error == ENOSPC || error == EDQUOT ? "; set TMPDIR to a directory with more" : "");
}

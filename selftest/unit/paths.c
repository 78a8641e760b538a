/* Files that come with the program are found from where it is. */

#include <unistd.h>

#include "inject/forkserver/protocol.h"
#include "tap.h"
#include "util/paths.h"

int
main(void)
{
	char *path = paths_library(CGBENCH_PRELOAD);

	ok(path && path[0] == '/', "the library is found, beside this program's directory");
	ok(path && !access(path, R_OK), "can be read");
	ok(path && !strcmp(strrchr(path, '/') + 1, CGBENCH_PRELOAD), "has its name");
	free(path);
	ok(!paths_suite("none") && !paths_library("none"), "other files are not");
	return tap_done();
}

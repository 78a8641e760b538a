/* The library that is preloaded is found from where the program is. */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "inject/forkserver/protocol.h"
#include "tap.h"
#include "util/preload.h"

int
main(void)
{
	char *path = preload_path(CGBENCH_PRELOAD);

	ok(path && path[0] == '/', "the library is found, beside this program's directory");
	ok(path && !access(path, R_OK), "can be read");
	ok(path && !strcmp(strrchr(path, '/') + 1, CGBENCH_PRELOAD), "has its name");
	free(path);
	return tap_done();
}

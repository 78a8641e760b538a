#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/preload.h"
#include "util/text.h"

char *
preload_path(const char *name)
{
	/* Seen from the program. */
	static const char *const places[] = {"../libexec/cgbench/", "build/", "", "../"};
	char *self = realpath("/proc/self/exe", NULL), *path = NULL;
	size_t i;

	if (!self)
		return NULL;
	*strrchr(self, '/') = '\0';
	for (i = 0; i < sizeof places / sizeof *places && !path; i++) {
		path = text_print("%s/%s%s", self, places[i], name);
		if (access(path, R_OK)) {
			free(path);
			path = NULL;
		}
	}
	free(self);
	return path;
}

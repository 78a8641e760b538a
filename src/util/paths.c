#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/array.h"
#include "util/file.h"
#include "util/paths.h"
#include "util/text.h"

/* The first of the n directories, relative to that of the program, with a readable file. */
static char *
paths_find(const char *const *directories, size_t n, const char *name)
{
	char *self = file_real("/proc/self/exe"), *path = NULL;

	if (!self)
		return NULL;
	*strrchr(self, '/') = '\0';
	for (size_t i = 0; i < n && !path; i++) {
		path = text_print("%s/%s%s", self, directories[i], name);
		if (access(path, R_OK)) {
			free(path);
			path = NULL;
		}
	}
	free(self);
	return path;
}

char *
paths_suite(const char *language)
{
	static const char *const directories[] = {
	    "../share/cgbench/benchfiles/", "benchfiles/", "../benchfiles/"};
	OWNED char *name = text_print("%s.bench", language);

	return paths_find(directories, COUNTOF(directories), name);
}

char *
paths_library(const char *name)
{
	static const char *const directories[] = {"../libexec/cgbench/", "build/", "", "../"};

	return paths_find(directories, COUNTOF(directories), name);
}

char *
paths_headers(void)
{
	static const char *const directories[] = {
	    "../include/cgbench/", "build/include/", "include/"};
	char *path = paths_find(directories, COUNTOF(directories), "cgbench.h");

	if (path)
		*strrchr(path, '/') = '\0';
	return path;
}

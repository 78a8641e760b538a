#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/executable.h"
#include "util/file.h"
#include "util/memory.h"
#include "util/text.h"

static bool
is_executable(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return false;
	if (S_ISDIR(st.st_mode)) {
		errno = EISDIR;
		return false;
	}
	return access(path, X_OK) == 0;
}

static char *
find_in(const char *dirs, const char *name)
{
	int error = ENOENT;

	while (*dirs) {
		size_t n = strcspn(dirs, ":");
		char *path = text_print("%.*s/%s", n ? (int)n : 1, n ? dirs : ".", name),
		     *found;

		if (is_executable(path)) {
			found = file_absolute(path);
			free(path);
			return found;
		}
		if (errno == EACCES)
			error = EACCES;
		free(path);
		dirs += n + (dirs[n] == ':');
	}
	errno = error;
	return NULL;
}

char *
executable_find(const char *name)
{
	const char *dirs = getenv("PATH");

	if (strchr(name, '/'))
		return is_executable(name) ? file_absolute(name) : NULL;
	return find_in(dirs ? dirs : "/usr/local/bin:/usr/bin:/bin", name);
}

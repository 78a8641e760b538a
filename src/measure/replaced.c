#include <string.h>
#include <sys/stat.h>

#include "measure/profile/profile_make.h"
#include "measure/replaced.h"

/* The time of the last change counts: a file that is renamed keeps the time when it was
   written. */
static bool
is_newer(const char *path, const struct timespec *since)
{
	struct stat s;

	if (stat(path, &s))
		return false;
	return s.st_ctim.tv_sec != since->tv_sec ? s.st_ctim.tv_sec > since->tv_sec
	                                         : s.st_ctim.tv_nsec > since->tv_nsec;
}

static bool
is_in(const char *path, const char *dir)
{
	size_t n = strlen(dir);

	return !strncmp(path, dir, n) && path[n] == '/';
}

const char *
replaced_find(const struct profile *profile, const char *workdir, const struct timespec *since)
{
	size_t i;

	for (i = 0; i < profile->object_count; i++) {
		const char *path = profile->objects[i].path;

		if (*path && strcmp(path, PROFILE_OWN_PATH) != 0 && !is_in(path, workdir) &&
		    is_newer(path, since))
			return path;
	}
	return NULL;
}

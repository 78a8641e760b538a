#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/file.h"
#include "util/memory.h"
#include "util/stale.h"
#include "util/text.h"

enum { DAY = 24 * 60 * 60 };

static bool
is_made_of(const char *name, const char *template)
{
	static const char made[] =
	    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	size_t n = strlen(template) - strlen("XXXXXX");

	return strlen(name) == strlen(template) && !strncmp(name, template, n) &&
	       !name[n + strspn(name + n, made)];
}

static void
remove_if_stale(const char *path)
{
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat s;

	if (fd < 0)
		return;
	if (!fstat(fd, &s) && (S_ISDIR(s.st_mode) || S_ISREG(s.st_mode)) &&
	    s.st_uid == geteuid() && s.st_mtime < time(NULL) - DAY &&
	    !flock(fd, LOCK_EX | LOCK_NB))
		file_remove_tree(path);
	close(fd);
}

void
stale_remove(const char *template)
{
	OWNED char *parent = file_parent(template);
	DIR *dir = opendir(parent);
	const struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (is_made_of(entry->d_name, file_base(template))) {
			OWNED char *path = text_print("%s/%s", parent, entry->d_name);

			remove_if_stale(path);
		}
	if (dir)
		closedir(dir);
}

void
stale_lock(int fd)
{
	flock(fd, LOCK_SH | LOCK_NB);
}

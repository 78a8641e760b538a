#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/file.h"
#include "util/memory.h"

/* Adds at most that many bytes, beginning at an offset. A pipe has no other offset than 0. */
static bool
file_read_piece(const char *path, size_t offset, size_t most, struct text *t)
{
	enum { PIECE = 1 << 16 };
	int fd = open(path, O_RDONLY | O_CLOEXEC), error;
	size_t piece = most < PIECE ? most : PIECE, rest = 0;
	struct stat st;
	ssize_t n = 0;

	if (fd < 0)
		return false;
	if (offset && lseek(fd, (off_t)offset, SEEK_SET) < 0)
		n = -1;
	/* The rest of the file is this long, if that is known. */
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && (size_t)st.st_size > offset)
		rest = (size_t)st.st_size - offset;
	text_reserve(t, (rest < most ? rest : most) + piece);
	while (n >= 0 && most) {
		text_reserve(t, piece);
		n = read(fd, t->s + t->n, most < piece ? most : piece);
		if (n <= 0)
			break;
		text_added(t, (size_t)n);
		most -= (size_t)n;
	}
	error = errno;
	if (!t->n)
		text_free(t);
	close(fd);
	errno = error;
	return n >= 0;
}

bool
file_read(const char *path, struct text *t)
{
	return file_read_from(path, 0, t);
}

bool
file_read_from(const char *path, size_t offset, struct text *t)
{
	return file_read_piece(path, offset, SIZE_MAX, t);
}

bool
file_read_start(const char *path, struct text *t, size_t n)
{
	return file_read_piece(path, 0, n, t);
}

bool
file_write(const char *path, const char *s, size_t n)
{
	bool written;
	FILE *f;

	/* Some file systems flush a truncated and rewritten file to the disk at once. */
	unlink(path);
	f = fopen(path, "we");
	if (!f)
		return false;
	written = fwrite(s, 1, n, f) == n;
	return fclose(f) == 0 && written;
}

bool
file_make_dirs(const char *path)
{
	OWNED char *copy = memory_copy(path);
	char *slash = copy;

	while ((slash = strchr(slash + 1, '/'))) {
		*slash = '\0';
		mkdir(copy, 0777);
		*slash = '/';
	}
	return mkdir(copy, 0777) == 0 || errno == EEXIST;
}

bool
file_make_unlinked_dirs(const char *path)
{
	struct stat st;

	if (!file_make_dirs(path) || lstat(path, &st))
		return false;
	errno = S_ISDIR(st.st_mode) ? 0 : ENOTDIR;
	return !errno;
}

/* For copy_one: nftw has no argument for its callback. */
static const char *copy_to;
static size_t copy_from_length;

static int
copy_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	OWNED char *to = text_print("%s%s", copy_to, path + copy_from_length);
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	bool done = true;

	(void)at;
	if (type == FTW_D)
		done = file_make_unlinked_dirs(to);
	else if (type == FTW_F && S_ISREG(st->st_mode))
		done = file_read(path, &t) && file_write(to, t.s ? t.s : "", t.n) &&
		       !chmod(to, st->st_mode & 0777);
	return done ? 0 : -1;
}

bool
file_copy_tree(const char *from, const char *to)
{
	copy_to = to;
	copy_from_length = strlen(from);
	return nftw(from, copy_one, 16, FTW_PHYS) == 0;
}

static int
remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	return remove(path);
}

/* A snippet may have removed the permission to list or change its directories. */
static int
open_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)at;
	if ((type == FTW_D || type == FTW_DNR) && chmod(path, 0700) == 0 && type == FTW_DNR)
		nftw(path, open_one, 16, FTW_PHYS);
	return 0;
}

bool
file_remove_tree(const char *path)
{
	if (nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0)
		return true;
	nftw(path, open_one, 16, FTW_PHYS);
	return nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0;
}

const char *
file_below(const char *path, const char *dir)
{
	size_t n = strlen(dir);

	return !strncmp(path, dir, n) && path[n] == '/' ? path + n + 1 : NULL;
}

const char *
file_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

char *
file_parent(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return memory_copy(".");
	return memory_copy_n(path, slash > path ? (size_t)(slash - path) : 1);
}

char *
file_cwd(void)
{
	char *cwd;

	errno = 0;
	cwd = getcwd(NULL, 0);
	memory_check_errno();
	return cwd;
}

char *
file_absolute(const char *path)
{
	OWNED char *cwd = NULL;

	if (*path == '/')
		return memory_copy(path);
	cwd = file_cwd();
	return cwd ? text_print("%s/%s", cwd, path) : NULL;
}

char *
file_real(const char *path)
{
	char *real;

	errno = 0;
	real = realpath(path, NULL);
	memory_check_errno();
	return real;
}

char *
file_home(const char *path)
{
	char *real = file_real(path);
	OWNED char *absolute = real ? real : file_absolute(path);

	return file_parent(absolute ? absolute : path);
}

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
		OWNED char *path = text_print("%.*s/%s", n ? (int)n : 1, n ? dirs : ".", name);

		if (is_executable(path))
			return file_absolute(path);
		if (errno == EACCES)
			error = EACCES;
		dirs += n + (dirs[n] == ':');
	}
	errno = error;
	return NULL;
}

char *
file_find_executable(const char *name)
{
	const char *dirs = getenv("PATH");

	if (strchr(name, '/'))
		return is_executable(name) ? file_absolute(name) : NULL;
	return find_in(dirs ? dirs : "/usr/local/bin:/usr/bin:/bin", name);
}

char *
file_obstacle(const char *dir)
{
	static const char page[4096];
	OWNED char *path = text_print("%s/cgbench-probe", dir);
	int error = file_write(path, page, sizeof page) ? 0 : errno;

	unlink(path);
	if (!error)
		return memory_copy("");
	return text_print(": %s%s", strerror(error),
	    error == ENOSPC || error == EDQUOT ? "; set TMPDIR to a directory with more" : "");
}

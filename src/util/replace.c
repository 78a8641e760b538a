#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/file.h"
#include "util/memory.h"
#include "util/message.h"
#include "util/output.h"
#include "util/replace.h"
#include "util/stale.h"

enum { PENDING_ENOUGH = 1 << 16, LINKS_MAX = 40 };

/* The file that a signal handler has to remove, or NULL. */
static char *volatile temporary_now;

void
replace_cleanup(void)
{
	if (temporary_now)
		unlink(temporary_now);
}

__attribute__((noreturn)) static void
replace_fail(const char *path, const char *what)
{
	message_die(STATUS_FAILURE, "%s: %s: %s", path, what, strerror(errno));
}

/* The length of path without its last component. */
static int
directory_length(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (int)(slash - path) + 1 : 0;
}

static char *
replace_follow(const char *path)
{
	char *at = memory_copy(path), *next, link[PATH_MAX];

	for (int i = 0; i < LINKS_MAX; i++) {
		ssize_t n = readlink(at, link, sizeof link - 1);

		if (n < 0)
			return at;
		link[n] = '\0';
		next = text_print("%.*s%s", *link == '/' ? 0 : directory_length(at), at, link);
		free(at);
		at = next;
	}
	errno = ELOOP;
	replace_fail(path, "cannot write");
}

char *
replace_target(const char *path)
{
	OWNED char *at = replace_follow(path),
	           *dir = text_print("%.*s.", directory_length(at), at);
	OWNED char *parent = file_real(dir);

	return text_print("%s/%s", parent ? parent : dir, at + directory_length(at));
}

/* The standard descriptor on which that file is open, or -1. If it were replaced, later output
   would be lost. */
static int
standard_descriptor(const struct stat *st)
{
	struct stat own;

	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
		if (!fstat(fd, &own) && own.st_dev == st->st_dev && own.st_ino == st->st_ino)
			return fd;
	return -1;
}

/* Signals are blocked until temporary_now is set, so that none leaves the file behind. */
static void
make_temporary(struct replace *r)
{
	static bool registered;
	sigset_t all, before;
	int error;

	/* A run that keeps what it measured makes a file every few seconds. */
	r->temporary =
	    text_print("%.*s.cgbench-XXXXXX", directory_length(r->target), r->target);
	if (!registered) {
		registered = !atexit(replace_cleanup);
		stale_remove(r->temporary);
	}
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	r->fd = mkostemp(r->temporary, O_CLOEXEC);
	error = errno;
	if (r->fd >= 0)
		temporary_now = r->temporary;
	sigprocmask(SIG_SETMASK, &before, NULL);
	errno = error;
	if (r->fd < 0)
		replace_fail(r->path, "cannot make a file in its directory");
	stale_lock(r->fd);
}

bool
replace_check(const char *path)
{
	struct stat st;
	bool exists = !stat(path, &st);
	OWNED char *target = NULL, *directory = NULL;

	if (exists && S_ISDIR(st.st_mode)) {
		errno = EISDIR;
		replace_fail(path, "cannot write");
	}
	if (exists && access(path, W_OK) < 0)
		replace_fail(path, "cannot write");
	if (exists && (!S_ISREG(st.st_mode) || standard_descriptor(&st) >= 0))
		return false;
	target = replace_follow(path);
	directory = text_print("%.*s.", directory_length(target), target);
	if (access(directory, W_OK | X_OK) < 0)
		replace_fail(path, "cannot make a file in its directory");
	return true;
}

void
replace_open(struct replace *r, const char *path)
{
	struct stat st;
	bool exists = !stat(path, &st);
	mode_t mask, mode;
	int standard = exists ? standard_descriptor(&st) : -1;

	*r = (struct replace){.path = path, .pending = TEXT_EMPTY};
	if (exists && (!S_ISREG(st.st_mode) || standard >= 0)) {
		output_flush();
		r->fd = standard < 0 ? open(path, O_WRONLY | O_CLOEXEC)
		                     : fcntl(standard, F_DUPFD_CLOEXEC, 0);
		if (r->fd < 0)
			replace_fail(path, "cannot write");
		return;
	}
	r->target = replace_follow(path);
	if (exists && access(r->target, W_OK) < 0)
		replace_fail(path, "cannot write");
	make_temporary(r);
	/* Copies the mode and, if permitted, the owner of the older file; otherwise as for a
	   new file. */
	umask(mask = umask(0));
	mode = exists ? st.st_mode & 07777 : 0666 & ~mask;
	if (exists && fchown(r->fd, st.st_uid, st.st_gid) < 0)
		mode &= 0777;
	if (fchmod(r->fd, mode) < 0)
		replace_fail(path, "cannot set the mode");
}

static void
replace_write_all(struct replace *r)
{
	size_t at = 0;

	while (at < r->pending.n) {
		ssize_t n = write(r->fd, r->pending.s + at, r->pending.n - at);

		if (n < 0 && errno != EINTR)
			replace_fail(r->path, "cannot write");
		at += n > 0 ? (size_t)n : 0;
	}
	text_cut(&r->pending, 0);
}

void
replace_flush(struct replace *r)
{
	if (r->pending.n >= PENDING_ENOUGH)
		replace_write_all(r);
}

void
replace_commit(struct replace *r)
{
	replace_write_all(r);
	if (r->temporary && fsync(r->fd) < 0)
		replace_fail(r->path, "cannot write");
	if (close(r->fd) < 0)
		replace_fail(r->path, "cannot write");
	if (r->temporary && rename(r->temporary, r->target) < 0)
		replace_fail(r->path, "cannot replace it");
	temporary_now = NULL;
	free(r->temporary);
	free(r->target);
	text_free(&r->pending);
}

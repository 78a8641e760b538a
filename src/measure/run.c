#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "measure/run.h"
#include "util/file.h"
#include "util/message.h"
#include "util/stale.h"

enum { PATH_LENGTH = 96, DIGITS = 6 };

static char *path;
static int held = -1; /* its descriptor, so that no other run takes it for stale */

/* Makes a directory with a name that no other has: the same in each run, but for those that run
   at the same time. A process names none twice. */
static bool
make_unique(char *template)
{
	static unsigned number;
	int made;

	do {
		snprintf(template + PATH_LENGTH - DIGITS, DIGITS + 1, "%0*u", DIGITS, number++);
		made = mkdir(template, 0700);
	} while (made && errno == EEXIST);
	return !made;
}

static bool
make_below(const char *tmp)
{
	static const char name[] = "/cgbench-", unique[] = "-XXXXXX";
	OWNED char *parent = tmp ? file_real(tmp) : NULL;
	struct text t = TEXT_EMPTY;

	if (!parent)
		return false;
	errno = 0;
	text_addf(&t, "%s%s", strcmp(parent, "/") ? parent : "", name);
	while (t.n + sizeof unique - 1 < PATH_LENGTH)
		text_add_char(&t, 'x');
	text_add(&t, unique);
	if (t.n == PATH_LENGTH)
		stale_remove(t.s);
	if (t.n == PATH_LENGTH && make_unique(t.s)) {
		path = text_take(&t);
		held = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		stale_lock(held);
		return true;
	}
	text_free(&t);
	return false;
}

/* A run makes and removes thousands of files: on a disk that takes a tenth of its time. When a
   user's last session ends, logind removes his files from /dev/shm, but never root's. */
static const char *
in_memory(void)
{
	const unsigned long long least = 1 << 30;
	struct statfs fs;
	bool fit;

	if (geteuid() || statfs("/dev/shm", &fs))
		return NULL;
	fit = fs.f_type == TMPFS_MAGIC && !(fs.f_flags & ST_NOEXEC) &&
	      (unsigned long long)fs.f_bavail * (unsigned long long)fs.f_bsize >= least;
	return fit ? "/dev/shm" : NULL;
}

static void
say_no(const char *tmp, const char *then)
{
	message_warn("cannot make a directory in %s: %s; set TMPDIR to a writable directory%s",
	    tmp, errno ? strerror(errno) : "its path has more than 80 characters", then);
}

const char *
run_make_workdir(void)
{
	static bool removed_at_exit;
	const char *given = getenv("TMPDIR");

	removed_at_exit = removed_at_exit || !atexit(run_remove_workdir);
	if (given && *given && !make_below(given))
		say_no(given, "; using /tmp instead");
	if (!path && !make_below(given ? NULL : in_memory()) && !make_below("/tmp"))
		say_no("/tmp", "");
	return path;
}

void
run_remove_workdir(void)
{
	if (!path)
		return;
	if (!file_remove_tree(path))
		message_warn("cannot remove %s: %s", path, strerror(errno));
	free(path);
	path = NULL;
	close(held);
}

void
run_push(struct run *run, struct command *command, enum aim aim, void *owner)
{
	char *shown;

	if (run->config->debug) {
		shown = command_show(command);
		message_warn("run: %s", shown);
		free(shown);
	}
	command->timeout = run->config->timeout;
	/* Measuring, which takes longer than other jobs, waits for a link: the earlier it
	   begins, the less is left for one job at the end, while others have nothing to do.
	   Nothing may run between a command and what prepares it. */
	if (aim == AIM_LINK || aim == AIM_LIBRARIES || aim == AIM_PREPARED)
		jobs_push_first(run->jobs, command, aim, owner);
	else
		jobs_push(run->jobs, command, aim, owner);
}

char *
run_dir(struct run *run, char kind)
{
	return text_print("%s/%c%08zu", run->workdir, kind, run->dirs++);
}

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process/status.h"
#include "process/usage.h"
#include "util/memory.h"
#include "util/file.h"
#include "util/text.h"

/* Returns the words of a stat file behind the name, which may have blanks and parentheses;
   NULL: there is no such file. The caller frees. proc(5) counts them from state, the third. */
static char *
read_stat(const char *path)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	const char *name_end = file_read(path, &t) && t.s ? strrchr(t.s, ')') : NULL;

	return name_end && name_end[1] == ' ' ? memory_copy(name_end + 2) : NULL;
}

/* utime, stime, cutime and cstime. */
static bool
usage_add_times(pid_t pid, struct usage *usage)
{
	enum { STATE = 3, TIMES = 14, N = 4 };
	OWNED char *path = text_print("/proc/%ld/stat", (long)pid), *stat = read_stat(path);
	char *s = stat;
	uint64_t ticks = 0;

	for (int i = STATE; s && i < TIMES; i++)
		s = strchr(s + 1, ' ');
	if (!s)
		return false;
	for (int i = 0; i < N; i++)
		ticks += strtoull(s, &s, 10);
	usage->processor += ticks * 1000 / (uint64_t)sysconf(_SC_CLK_TCK);
	return true;
}

static void
add_threads(pid_t pid, struct usage *usage, struct pids *pids)
{
	OWNED char *path = text_print("/proc/%ld/task", (long)pid);
	DIR *dir = opendir(path);
	const struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		OWNED char *file = text_print("%s/%s/stat", path, entry->d_name),
		           *stat = *entry->d_name == '.' ? NULL : read_stat(file),
		           *children = text_print("%s/%s/children", path, entry->d_name);

		usage->busy |= stat && *stat == 'R';
		if (stat)
			status_add_children(pids, children);
	}
	if (dir)
		closedir(dir);
}

bool
usage_read(pid_t pid, struct usage *usage)
{
	struct pids pids = {0};

	*usage = (struct usage){0};
	if (!usage_descends(pid, getpid()) || !usage_add_times(pid, usage))
		return false;
	add_threads(pid, usage, &pids);
	for (size_t i = 0; i < pids.n; i++)
		if (usage_add_times(pids.v[i], usage))
			add_threads(pids.v[i], usage, &pids);
	free(pids.v);
	return true;
}

bool
usage_descends(pid_t pid, pid_t ancestor)
{
	for (int most = 64; pid > 1 && most; most--) {
		pid = (pid_t)status_number(pid, "PPid:", 10);
		if (pid == ancestor)
			return true;
	}
	return false;
}

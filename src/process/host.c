#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/host.h"
#include "util/array.h"
#include "util/file.h"
#include "util/text.h"

static unsigned
by_affinity(void)
{
	static cpu_set_t sets[1 << 10]; /* more CPUs than a kernel knows */
	int n = sched_getaffinity(0, sizeof sets, sets) ? 0 : CPU_COUNT_S(sizeof sets, sets);

	return n > 0 ? (unsigned)n : 1;
}

/* Reads the numbers, at most two, at the start of the file. Returns how many there are. */
static int
read_numbers(const char *dir, const char *name, long long *first, long long *second)
{
	OWNED char *path = text_print("%s/%s", dir, name);
	FILE *f = fopen(path, "re");
	int n = 0;

	if (f) {
		n = fscanf(f, "%lld %lld", first, second);
		fclose(f);
	}
	return n;
}

/* The limit of one group, at least 1; 0: none. In microseconds, cpu.max holds "150000 100000"
   (quota and period) or "max 100000"; a quota of -1 is no limit either. */
static unsigned
limit_of(const char *dir)
{
	long long quota = 0, period = 0, none;

	if (read_numbers(dir, "cpu.max", &quota, &period) != 2 &&
	    (read_numbers(dir, "cpu.cfs_quota_us", &quota, &none) < 1 ||
	        read_numbers(dir, "cpu.cfs_period_us", &period, &none) < 1))
		return 0;
	if (quota <= 0 || period <= 0)
		return 0;
	return quota < period ? 1 : (unsigned)(quota / period);
}

static unsigned
host_smaller(unsigned a, unsigned b)
{
	return !a || (b && b < a) ? b : a;
}

/* The smallest limit of a group and those above it. In a container that does not see the group,
   it is the root. */
static unsigned
limit_above(const char *root, char *group)
{
	unsigned least = 0;
	char *slash;

	for (;;) {
		OWNED char *dir = text_print("%s%s", root, group);

		least = host_smaller(least, limit_of(dir));
		slash = strrchr(group, '/');
		if (!slash)
			return least;
		*slash = '\0';
	}
}

/* Returns the CPUs that a control group allows. Lines of /proc/self/cgroup are "0::/group" for
   version 2, "4:cpu,cpuacct:/group" for version 1. */
static unsigned
by_group(void)
{
	FILE *f = fopen("/proc/self/cgroup", "re");
	unsigned least = 0;
	char line[4096];

	while (f && fgets(line, sizeof line, f)) {
		char *controllers = strchr(line, ':');
		char *group = controllers ? strchr(controllers + 1, ':') : NULL;

		line[strcspn(line, "\n")] = '\0';
		if (!group)
			continue;
		*controllers++ = *group++ = '\0';
		if (!*controllers)
			least = host_smaller(least, limit_above("/sys/fs/cgroup", group));
		else if (text_lists(controllers, strlen(controllers), "cpu"))
			least = host_smaller(least, limit_above("/sys/fs/cgroup/cpu", group));
	}
	if (f)
		fclose(f);
	return least;
}

unsigned
host_cpus(void)
{
	unsigned n = by_affinity(), limit = by_group();

	return limit && limit < n ? limit : n;
}

int
host_processor(void)
{
	cpu_set_t set;
	int i;

	/* A container may refuse the second, which changes nothing here. */
	if (sched_getaffinity(0, sizeof set, &set) || sched_setaffinity(0, sizeof set, &set))
		return -1;
	for (i = CPU_SETSIZE - 1; i >= 0 && !CPU_ISSET(i, &set); i--)
		;
	return i;
}

void
host_stay(void)
{
	int processor = host_processor();
	cpu_set_t set;

	if (processor < 0)
		return;
	CPU_ZERO(&set);
	CPU_SET(processor, &set);
	sched_setaffinity(0, sizeof set, &set);
}

/* Adds what follows the key in the file, to where it has one of the characters in ends. */
static void
host_add(
    struct words *host, const char *name, const char *path, const char *key, const char *ends)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	const char *s;

	if (file_read_start(path, &t, 4096) && t.n && (s = strstr(t.s, key))) {
		s += strlen(key);
		words_take(host, text_print("%s=%.*s", name, (int)strcspn(s, ends), s));
	}
}

void
host_describe(struct words *host)
{
	int processor = host_processor();
	OWNED char *governor =
	    text_print("/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", processor);

	/* "model name\t: Intel(R) Xeon(R) Processor @ 2.90GHz\n" */
	host_add(host, "processor", "/proc/cpuinfo", "\nmodel name\t: ", "\n");
	if (processor >= 0)
		words_take(host, text_print("cpu=%d", processor));
	host_add(host, "governor", governor, "", "\n");
	host_add(host, "smt", "/sys/devices/system/cpu/smt/control", "", "\n");
	/* "0.52 0.58 0.59 1/597 12345\n" */
	host_add(host, "load", "/proc/loadavg", "", " \n");
	host_add(host, "clock",
	    "/sys/devices/system/clocksource/clocksource0/current_clocksource", "", "\n");
}

/* Returns true if a directory's disk has no room. Some file systems do not limit files. */
static bool
is_full(const char *dir)
{
	struct statvfs fs;

	return !statvfs(dir, &fs) && (!fs.f_bavail || (fs.f_files && !fs.f_ffree));
}

/* Returns true if as many processes as a compiler needs can run at once. */
static bool
can_start_processes(void)
{
	enum { NEEDED = 4 };
	pid_t pids[NEEDED];
	size_t n = 0;
	int ends[2];
	char c;

	if (pipe2(ends, O_CLOEXEC))
		return false;
	while (n < NEEDED && (pids[n] = fork()) >= 0) {
		if (!pids[n]) {
			close(ends[1]);
			_exit((int)read(ends[0], &c, 1));
		}
		n++;
	}
	close(ends[0]);
	close(ends[1]);
	for (size_t i = 0; i < n; i++)
		waitpid(pids[i], NULL, 0);
	return n == NEEDED;
}

bool
host_is_short(const char *dir)
{
	static const int limits[] = {RLIMIT_AS, RLIMIT_DATA, RLIMIT_CPU, RLIMIT_FSIZE};
	struct rlimit limit;

	for (size_t i = 0; i < COUNTOF(limits); i++)
		if (!getrlimit(limits[i], &limit) && limit.rlim_cur != RLIM_INFINITY)
			return true;
	return is_full(dir) || !can_start_processes();
}

#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process/cpu_count.h"
#include "util/text.h"

static unsigned
by_affinity(void)
{
	cpu_set_t *set;
	int most, n = 0;
	size_t size;

	for (most = CPU_SETSIZE; most <= 1 << 20 && !n; most *= 2) {
		set = CPU_ALLOC((size_t)most);
		if (!set)
			break;
		size = CPU_ALLOC_SIZE((size_t)most);
		if (sched_getaffinity(0, size, set) == 0)
			n = CPU_COUNT_S(size, set);
		CPU_FREE(set);
	}
	return n > 0 ? (unsigned)n : 1;
}

/* Reads the numbers, at most two, at the start of the file. Returns how many there are. */
static int
read_numbers(const char *dir, const char *name, long long *first, long long *second)
{
	char *path = text_print("%s/%s", dir, name);
	FILE *f = fopen(path, "re");
	int n = 0;

	if (f) {
		n = fscanf(f, "%lld %lld", first, second);
		fclose(f);
	}
	free(path);
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
smaller(unsigned a, unsigned b)
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
		char *dir = text_print("%s%s", root, group);

		least = smaller(least, limit_of(dir));
		free(dir);
		slash = strrchr(group, '/');
		if (!slash)
			return least;
		*slash = '\0';
	}
}

/* Returns true if "cpu" is in a list such as "cpu,cpuacct". */
static bool
has_cpu(const char *controllers)
{
	size_t n = strcspn(controllers, ",");

	if (n == 3 && !memcmp(controllers, "cpu", 3))
		return true;
	return controllers[n] && has_cpu(controllers + n + 1);
}

/* From the lines of /proc/self/cgroup: "0::/group" of version 2, "4:cpu,cpuacct:/group" of
   version 1. */
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
			least = smaller(least, limit_above("/sys/fs/cgroup", group));
		else if (has_cpu(controllers))
			least = smaller(least, limit_above("/sys/fs/cgroup/cpu", group));
	}
	if (f)
		fclose(f);
	return least;
}

unsigned
cpu_count_usable(void)
{
	unsigned n = by_affinity(), limit = by_group();

	return limit && limit < n ? limit : n;
}

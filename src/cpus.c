#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpus.h"

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

/* The limit in "max 100000" or "150000 100000" (quota and period in microseconds), at least 1;
   0: none. */
static unsigned
limit_of(const char *path)
{
	long long quota, period;
	FILE *f = fopen(path, "re");
	int n = 0;

	if (f) {
		n = fscanf(f, "%lld %lld", &quota, &period);
		fclose(f);
	}
	if (n != 2 || quota <= 0 || period <= 0)
		return 0;
	return quota < period ? 1 : (unsigned)(quota / period);
}

/* The path of this process's own group, from the line "0::/path" of /proc/self/cgroup. */
static void
own_group(char *path, size_t size)
{
	FILE *f = fopen("/proc/self/cgroup", "re");
	char line[4096];

	*path = '\0';
	while (f && fgets(line, sizeof line, f)) {
		line[strcspn(line, "\n")] = '\0';
		if (!strncmp(line, "0::", 3))
			snprintf(path, size, "%s", line + 3);
	}
	if (f)
		fclose(f);
}

/* The smallest limit of the group and those above it. */
static unsigned
by_group(void)
{
	char group[4096], path[4200];
	unsigned least = 0, limit;
	char *slash;

	own_group(group, sizeof group);
	for (;;) {
		snprintf(path, sizeof path, "/sys/fs/cgroup%s/cpu.max", group);
		limit = limit_of(path);
		if (limit && (!least || limit < least))
			least = limit;
		slash = strrchr(group, '/');
		if (!slash)
			return least;
		*slash = '\0';
	}
}

unsigned
cpus_usable(void)
{
	unsigned n = by_affinity(), limit = by_group();

	return limit && limit < n ? limit : n;
}

#include <string.h>
#include <sys/syscall.h>
#include <time.h>

#include "pin.h"

/* Some bytes, always the same in this order: who tries until he has a new name must get one. */
static void
fill(unsigned char *bytes, size_t n)
{
	static unsigned seed = 1;

	while (n--) {
		seed = seed * 1664525u + 1013904223u;
		*bytes++ = (unsigned char)(seed >> 24);
	}
}

static time_t
pinned_time(time_t *to)
{
	time_t now = 1000000000;

	if (to)
		*to = now;
	return now;
}

static int
pinned_getentropy(void *bytes, size_t n)
{
	fill(bytes, n);
	return 0;
}

static long
pinned_getrandom(void *bytes, size_t n)
{
	fill(bytes, n);
	return (long)n;
}

static long
pinned_syscall(long number, void *bytes, size_t n)
{
	(void)number;
	return pinned_getrandom(bytes, n);
}

void *
pin_for(const char *name, const long *arguments)
{
	if (!strcmp(name, "time"))
		return (void *)pinned_time;
	if (!strcmp(name, "getentropy"))
		return (void *)pinned_getentropy;
	if (!strcmp(name, "getrandom"))
		return (void *)pinned_getrandom;
	if (!strcmp(name, "syscall") && arguments[0] == SYS_getrandom)
		return (void *)pinned_syscall;
	return NULL;
}

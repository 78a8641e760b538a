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

/* What Linux gives no process: who sends a signal there hits none. */
static int
pinned_process(void)
{
	enum { PID_LIMIT = 4 * 1024 * 1024 };

	return PID_LIMIT;
}

/* Root: the one user that every host has, in the first line of what knows users' names. */
static unsigned
pinned_user(void)
{
	return 0;
}

static const struct {
	const char *name;
	void *pin;
} pins[] = {
    {"time", (void *)pinned_time},
    {"getentropy", (void *)pinned_getentropy},
    {"getrandom", (void *)pinned_getrandom},
    {"syscall", (void *)pinned_syscall},
    {"getpid", (void *)pinned_process},
    {"getppid", (void *)pinned_process},
    {"getuid", (void *)pinned_user},
    {"geteuid", (void *)pinned_user},
    {"getgid", (void *)pinned_user},
    {"getegid", (void *)pinned_user},
};

void *
pin_for(const char *name, const long *arguments)
{
	size_t i;

	if (!strcmp(name, "syscall") && arguments[0] != SYS_getrandom)
		return NULL;
	for (i = 0; i < sizeof pins / sizeof *pins; i++)
		if (!strcmp(name, pins[i].name))
			return pins[i].pin;
	return NULL;
}

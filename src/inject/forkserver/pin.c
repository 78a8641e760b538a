#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>

#include "pin.h"

/* Fills in one sequence of bytes in each run. The bytes differ between calls, for programs that
   try until they get an unused name. */
static void
pin_fill(unsigned char *bytes, size_t n)
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

/* A millisecond later on each call, so that a program waiting for a time sees it come. */
static int
pinned_clock_gettime(clockid_t clock, struct timespec *to)
{
	static long calls;

	calls++;
	to->tv_sec = (clock == CLOCK_REALTIME ? pinned_time(NULL) : 0) + calls / 1000;
	to->tv_nsec = calls % 1000 * 1000000;
	return 0;
}

static int
pinned_gettimeofday(struct timeval *to, void *zone)
{
	struct timespec now;

	(void)zone;
	pinned_clock_gettime(CLOCK_REALTIME, &now);
	to->tv_sec = now.tv_sec;
	to->tv_usec = now.tv_nsec / 1000;
	return 0;
}

static int
pinned_getentropy(void *bytes, size_t n)
{
	pin_fill(bytes, n);
	return 0;
}

static long
pinned_getrandom(void *bytes, size_t n)
{
	pin_fill(bytes, n);
	return (long)n;
}

static long
pinned_syscall(long number, void *bytes, size_t n)
{
	(void)number;
	return pinned_getrandom(bytes, n);
}

/* Linux gives no process this id, so a signal sent to it reaches none. */
static int
pinned_process(void)
{
	enum { PID_LIMIT = 4 * 1024 * 1024 };

	return PID_LIMIT;
}

/* Root: the one user that every host has, and the first in its list of users. */
static unsigned
pinned_user(void)
{
	return 0;
}

__attribute__((unused)) static int
pinned_users(unsigned *real, unsigned *effective, unsigned *saved)
{
	*real = *effective = *saved = pinned_user();
	return 0;
}

static uint32_t
pinned_arc4random(void)
{
	uint32_t random;

	pin_fill((unsigned char *)&random, sizeof random);
	return random;
}

static void *
do_nothing(void *unused)
{
	return unused;
}

/* Ruby can join this thread as it would its own. */
static int
pinned_pthread_create(pthread_t *thread)
{
	return pthread_create(thread, NULL, do_nothing, NULL);
}

static int
is_of_ruby(void *function)
{
	Dl_info info;
	const char *base = dladdr(function, &info) ? strrchr(info.dli_fname, '/') : NULL;

	return base && strstr(base, "ruby");
}

static const struct {
	const char *name;
	void *pin;
} pins[] = {
    {"time", (void *)pinned_time},
    {"clock_gettime", (void *)pinned_clock_gettime},
    {"gettimeofday", (void *)pinned_gettimeofday},
    {"getentropy", (void *)pinned_getentropy},
    {"getrandom", (void *)pinned_getrandom},
    {"syscall", (void *)pinned_syscall},
    {"getpid", (void *)pinned_process},
    {"getppid", (void *)pinned_process},
    {"getuid", (void *)pinned_user},
    {"geteuid", (void *)pinned_user},
    {"getgid", (void *)pinned_user},
    {"getegid", (void *)pinned_user},
#if __GLIBC_PREREQ(2, 42) /* as in hooks.h */
    {"getresuid", (void *)pinned_users},
    {"getresgid", (void *)pinned_users},
#endif
    {"arc4random", (void *)pinned_arc4random},
    {"pthread_create", (void *)pinned_pthread_create},
};

void *
pin_for(const char *name, const long *arguments)
{
	if (!strcmp(name, "syscall") && arguments[0] != SYS_getrandom)
		return NULL;
	if (!strcmp(name, "pthread_create") && !is_of_ruby((void *)arguments[2]))
		return NULL;
	for (size_t i = 0; i < sizeof pins / sizeof *pins; i++)
		if (!strcmp(name, pins[i].name))
			return pins[i].pin;
	return NULL;
}

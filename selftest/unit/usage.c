/* Resources that real processes use. */

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/usage.h"
#include "tap.h"

static void *
compute(void *p)
{
	for (volatile long i = 0;; i++)
		;
	return p;
}

static void
rest(void)
{
	for (;;)
		pause();
}

static void
compute_in_thread(void)
{
	pthread_t thread;

	if (!pthread_create(&thread, NULL, compute, NULL))
		pthread_join(thread, NULL);
}

static void
compute_in_child(void)
{
	if (!fork())
		compute(NULL);
	rest();
}

/* Waits until the usage shows that a process which does this is busy, or rests. */
static void
uses(void (*does)(void), bool busy, const char *name)
{
	struct usage usage;
	pid_t pid = fork();

	if (!pid) {
		setpgid(0, 0);
		does();
		_exit(0);
	}
	setpgid(pid, pid);
	while (usage_read(pid, &usage) && (usage.busy != busy || (busy && usage.processor < 50)))
		;
	ok(usage.busy == busy, "%s", name);
	kill(-pid, SIGKILL);
	waitpid(pid, NULL, 0);
	ok(!usage_read(pid, &usage), "%s: not when it has ended", name);
}

int
main(void)
{
	struct usage usage;

	uses(rest, false, "a process that rests");
	uses(compute_in_thread, true, "a process whose thread computes");
	uses(compute_in_child, true, "a process whose child computes");
	ok(!usage_read(1, &usage) && !usage_read(getpid(), &usage), "none but a descendant");
	return tap_done();
}

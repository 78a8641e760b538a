#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "process/orphans.h"
#include "process/status.h"
#include "util/array.h"

/* The longest time until a process that was killed can be waited for, in milliseconds. */
enum { PATIENCE = 1000 };

/* The children before orphans_adopt, and those that cannot be killed. */
static struct pids foreign;

static struct pids
children(void)
{
	struct pids pids = {0};

	status_add_children(&pids, "/proc/thread-self/children");
	return pids;
}

void
orphans_adopt(void)
{
	static bool adopted;

	if (adopted)
		return;
	adopted = true;
	foreign = children();
	prctl(PR_SET_CHILD_SUBREAPER, 1);
}

static bool
orphans_is_foreign(pid_t pid)
{
	for (size_t i = 0; i < foreign.n; i++)
		if (foreign.v[i] == pid)
			return true;
	return false;
}

bool
orphans_exist(size_t running)
{
	struct pids pids = children();
	pid_t session = getsid(0);
	size_t n = 0;

	for (size_t i = 0; i < pids.n; i++)
		n += !orphans_is_foreign(pids.v[i]) && getsid(pids.v[i]) == session;
	free(pids.v);
	return n > running;
}

/* If /proc is that of another PID namespace, the numbers in it mean other processes here; but
   only a child can be waited for. */
static bool
is_child(pid_t pid)
{
	siginfo_t info;

	return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

bool
orphans_left(pid_t but)
{
	struct pids pids = children();
	bool left = false;

	for (size_t i = 0; i < pids.n; i++)
		if (pids.v[i] != but && !orphans_is_foreign(pids.v[i]))
			left = waitpid(pids.v[i], NULL, WNOHANG) == 0 || left;
	free(pids.v);
	return left;
}

static void
pause_for_millisecond(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* Returns the orphans that are to be killed. */
static struct pids
orphans_find(enum orphans which, pid_t but)
{
	struct pids pids = children();
	pid_t session = getsid(0);
	size_t n = 0;

	for (size_t i = 0; i < pids.n; i++)
		if (pids.v[i] != but && !orphans_is_foreign(pids.v[i]) && is_child(pids.v[i]) &&
		    (which == ORPHANS_ALL || getsid(pids.v[i]) == session))
			pids.v[n++] = pids.v[i];
	pids.n = n;
	return pids;
}

/* All are killed before any is waited for: one that traces another keeps that one from being
   waited for. When an orphan ends, its children become orphans. Returns true if some are left.
 */
static bool
kill_once(enum orphans which, pid_t but)
{
	struct pids pids = orphans_find(which, but);
	bool any = pids.n;

	for (size_t i = 0; i < pids.n; i++)
		kill(pids.v[i], SIGKILL);
	for (size_t i = 0; i < pids.n; i++)
		waitpid(pids.v[i], NULL, WNOHANG);
	free(pids.v);
	return any;
}

void
orphans_kill(enum orphans which, pid_t but)
{
	struct pids stubborn;

	for (int ms = 0; ms < PATIENCE; ms++) {
		if (!kill_once(which, but))
			return;
		pause_for_millisecond();
	}
	stubborn = orphans_find(which, but);
	for (size_t i = 0; i < stubborn.n; i++)
		*ARRAY_ADD(foreign.v, foreign.n) = stubborn.v[i];
	free(stubborn.v);
}

void
orphans_kill_tracer(pid_t pid)
{
	pid_t tracer = (pid_t)status_number(pid, "TracerPid:", 10);

	if (tracer > 0 && tracer != getpid())
		kill(tracer, SIGKILL);
}

bool
orphans_await(pid_t pid, int ms)
{
	struct pollfd end = {.fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN};
	siginfo_t info;
	int n;

	/* Without such a descriptor, a child that is traced ends only when its tracer does. */
	if (end.fd < 0) {
		while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) && errno == EINTR)
			;
		return true;
	}
	while ((n = poll(&end, 1, ms)) < 0 && errno == EINTR && ms < 0)
		;
	close(end.fd);
	return n > 0;
}

void
orphans_wait(pid_t pid, int *status)
{
	int killed = SIGKILL;

	if (!status)
		status = &killed;
	orphans_await(pid, -1);
	for (int ms = 0; ms < PATIENCE; ms++) {
		if (waitpid(pid, status, WNOHANG))
			return;
		orphans_kill_tracer(pid);
		pause_for_millisecond();
	}
	*status = SIGKILL;
}

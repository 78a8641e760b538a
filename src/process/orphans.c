#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "process/orphans.h"
#include "util/array.h"
#include "util/file.h"

struct pids {
	pid_t *v;
	size_t n;
};

/* The children before orphans_adopt. */
static struct pids foreign;

/* "1234 1240 " */
static struct pids
children(void)
{
	FREED_BY(text_free) struct text t = TEXT_EMPTY;
	struct pids pids = {0};
	char *end;
	long pid;

	if (file_read("/proc/thread-self/children", &t))
		for (char *s = t.s; s && (pid = strtol(s, &end, 10)) > 0; s = end)
			*ARRAY_ADD(pids.v, pids.n) = (pid_t)pid;
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
is_foreign(pid_t pid)
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
	size_t n = 0;

	for (size_t i = 0; i < pids.n; i++)
		n += !is_foreign(pids.v[i]);
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
		if (pids.v[i] != but && !is_foreign(pids.v[i]))
			left = waitpid(pids.v[i], NULL, WNOHANG) == 0 || left;
	free(pids.v);
	return left;
}

static bool
kill_children(pid_t but)
{
	struct pids pids = children();
	bool any = false;

	for (size_t i = 0; i < pids.n; i++) {
		if (pids.v[i] == but || is_foreign(pids.v[i]) || !is_child(pids.v[i]) ||
		    kill(pids.v[i], SIGKILL))
			continue;
		waitpid(pids.v[i], NULL, 0);
		any = true;
	}
	free(pids.v);
	return any;
}

void
orphans_kill_but(pid_t but)
{
	/* When an orphan ends, its children become orphans. */
	while (kill_children(but))
		;
}

void
orphans_kill(void)
{
	orphans_kill_but(0);
}

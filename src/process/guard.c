#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/descriptors.h"
#include "process/guard.h"

static _Noreturn void
watch(pid_t pid, int report)
{
	siginfo_t info;
	int status = 0;

	dup2(report, 0);
	(void)!write(0, &pid, sizeof pid);
	descriptors_close(1);
	while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) && errno == EINTR)
		;
	/* Before the wait: until then the number cannot be another group's. */
	kill(-pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	(void)!write(0, &status, sizeof status);
	_exit(0);
}

bool
guard_begin(int report)
{
	pid_t pid = fork();

	if (pid > 0)
		watch(pid, report);
	return pid == 0;
}

pid_t
guard_child(int report)
{
	pid_t pid;

	return read(report, &pid, sizeof pid) == sizeof pid ? pid : 0;
}

bool
guard_status(int report, int *status)
{
	return read(report, status, sizeof *status) == sizeof *status;
}

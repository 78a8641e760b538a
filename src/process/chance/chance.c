#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/chance/answers.h"
#include "process/chance/calls.h"
#include "process/chance/chance.h"
#include "process/chance/settle.h"
#include "process/chance/tool.h"

bool
chance_join(int socket, bool valgrind, bool traced)
{
	/* A signal that the guard sends must not interrupt the call that asks for it, which
	   would be made again: that takes Linux 5.19. */
	const unsigned flags = SECCOMP_FILTER_FLAG_NEW_LISTENER |
	                       SECCOMP_FILTER_FLAG_SPEC_ALLOW |
	                       SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
	struct chance_join join = {getpid(), -1, !traced, valgrind};
	struct sock_fprog filter = calls_filter(valgrind);
	bool told;
	char done;

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	join.listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter);
	free(filter.filter);
	join.traced = join.traced && !ptrace(PTRACE_TRACEME, 0, NULL, NULL);
	told = write(socket, &join, sizeof join) == sizeof join &&
	       (join.listener < 0 || read(socket, &done, 1) == 1);
	close(join.listener);
	return told;
}

static void
answer_next(struct guard *guard)
{
	memset(&guard->question, 0, sizeof guard->question);
	if (ioctl(guard->listener, SECCOMP_IOCTL_NOTIF_RECV, &guard->question))
		return;
	guard->answer = (struct seccomp_notif_resp){.id = guard->question.id};
	if (!answers_give(guard))
		guard->answer = (struct seccomp_notif_resp){
		    .id = guard->question.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
	ioctl(guard->listener, SECCOMP_IOCTL_NOTIF_SEND, &guard->answer);
}

/* Follows a child that asked to be traced to the program's first instruction. */
static bool
settle_child(pid_t pid, bool pins_tool)
{
	int status;

	if (waitpid(pid, &status, 0) != pid)
		return false;
	if (WIFSTOPPED(status)) {
		settle_started(pid);
		if (pins_tool)
			tool_pin(pid);
		ptrace(PTRACE_DETACH, pid, NULL, NULL);
	}
	return true;
}

bool
chance_answer(int socket, pid_t pid, unsigned real, const char *dir)
{
	struct guard guard = {.dir = dir, .listener = -1, .real = real};
	struct chance_join join;
	int joined, ended = (int)syscall(SYS_pidfd_open, pid, 0);

	if (ended < 0 || read(socket, &join, sizeof join) != sizeof join)
		return false;
	if (join.listener >= 0) {
		joined = (int)syscall(SYS_pidfd_open, join.pid, 0);
		guard.listener = (int)syscall(SYS_pidfd_getfd, joined, join.listener, 0);
		close(joined);
		if (guard.listener < 0 || write(socket, "", 1) != 1)
			return false;
	}
	if (join.traced && !settle_child(pid, join.valgrind && guard.listener >= 0))
		return false;
	if (guard.listener < 0)
		return true;
	guard.first = join.pid;
	guard.valgrind = join.valgrind;
	guard_begin(&guard, join.pid);
	for (;;) {
		struct pollfd polls[] = {
		    {.fd = ended, .events = POLLIN}, {.fd = guard.listener, .events = POLLIN}};

		if (poll(polls, 2, -1) < 0 && errno != EINTR)
			return false;
		/* None of the program's processes is left, or not the first. */
		if (polls[0].revents || polls[1].revents & ~POLLIN)
			return true;
		if (polls[1].revents)
			answer_next(&guard);
	}
}

/* A program that is pinned, to see whether it is. */
static _Noreturn void
ask_for_number(int socket)
{
	if (!chance_join(socket, false, true))
		_exit(1);
	_exit(syscall(SYS_getpid) != CHANCE_PIDS);
}

bool
chance_available(void)
{
	static bool known, available;
	int sockets[2], status = 1;
	pid_t pid;

	if (known || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets))
		return available;
	pid = fork();
	if (!pid)
		ask_for_number(sockets[0]);
	close(sockets[0]);
	if (pid > 0) {
		if (!chance_answer(sockets[1], pid, 0, ""))
			kill(pid, SIGKILL);
		known = waitpid(pid, &status, 0) == pid;
	}
	close(sockets[1]);
	return available = known && !status;
}

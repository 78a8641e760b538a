#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/chance/answers.h"
#include "process/chance/calls.h"
#include "process/chance/chance.h"
#include "process/chance/settle.h"
#include "process/chance/tool.h"
#include "process/orphans.h"
#include "util/array.h"

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
chance_go_on(struct guard *guard)
{
	guard->answer = (struct seccomp_notif_resp){
	    .id = guard->question.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
	ioctl(guard->listener, SECCOMP_IOCTL_NOTIF_SEND, &guard->answer);
}

/* The process has stopped after an exec. */
static void
chance_settle(const struct guard *guard, pid_t pid)
{
	settle_started(pid, guard->seed);
	if (guard->valgrind)
		tool_pin(pid);
}

/* Follows a traced process to where its exec has succeeded or failed, and no longer. It stops
   there: the first process with SIGTRAP, others with an event. */
static void
trace_exec(const struct guard *guard, pid_t pid)
{
	int status;
	siginfo_t info;

	/* Others must see the end of the first process. */
	while (!waitid(P_PID, (id_t)pid, &info, WEXITED | WSTOPPED | WNOWAIT | __WALL) &&
	       (pid != guard->first || info.si_code == CLD_TRAPPED) &&
	       waitpid(pid, &status, __WALL) == pid && WIFSTOPPED(status)) {
		int event = status >> 16, number = WSTOPSIG(status);

		if (event == PTRACE_EVENT_EXEC || (!event && number == SIGTRAP))
			chance_settle(guard, pid);
		if (event || number == SIGTRAP) {
			ptrace(PTRACE_DETACH, pid, NULL, NULL);
			return;
		}
		ptrace(PTRACE_CONT, pid, NULL, (void *)(long)number);
	}
}

/* Lets a process execute a program, and pins that. One that another process traces, or the
   thread of another, is only let go on. */
static void
follow_exec(struct guard *guard)
{
	pid_t pid = (pid_t)guard->question.pid;
	bool traced = guard->traced;

	guard->traced = false;
	if (guard_process(guard)->tid == pid)
		guard_process(guard)->starts = guard->valgrind;
	if (!traced && guard_process(guard)->tid == pid &&
	    !ptrace(PTRACE_SEIZE, pid, NULL, (void *)PTRACE_O_TRACEEXEC)) {
		/* It stops before it goes on if its exec fails. */
		ptrace(PTRACE_INTERRUPT, pid, NULL, NULL);
		traced = true;
	}
	chance_go_on(guard);
	if (traced)
		trace_exec(guard, pid);
}

static void
answer_next(struct guard *guard)
{
	enum chance_call call;

	memset(&guard->question, 0, sizeof guard->question);
	if (ioctl(guard->listener, SECCOMP_IOCTL_NOTIF_RECV, &guard->question))
		return;
	guard->answer = (struct seccomp_notif_resp){.id = guard->question.id};
	call = calls_which(&guard->question.data);
	if (call == CALL_EXECVE || call == CALL_EXECVEAT)
		follow_exec(guard);
	else if (answers_give(guard))
		ioctl(guard->listener, SECCOMP_IOCTL_NOTIF_SEND, &guard->answer);
	else
		chance_go_on(guard);
}

/* Begins to answer a process. Returns false if that is not possible. */
static bool
chance_begin(struct guard *guard, int socket, const struct chance_guarded *guarded)
{
	struct chance_join join;
	int joined;

	if (read(socket, &join, sizeof join) != sizeof join)
		return false;
	*guard = (struct guard){.dir = guarded->dir,
	    .listener = -1,
	    .real = guarded->real,
	    .seed = guarded->seed,
	    .first = join.pid,
	    .traced = join.traced,
	    .valgrind = join.valgrind};
	if (join.listener < 0)
		return true;
	joined = (int)syscall(SYS_pidfd_open, join.pid, 0);
	guard->listener = (int)syscall(SYS_pidfd_getfd, joined, join.listener, 0);
	close(joined);
	guard_begin(guard, join.pid);
	return guard->listener >= 0 && write(socket, "", 1) == 1;
}

/* Takes signals of the guard. Returns true if it is to stop. */
static bool
is_stopped(int signals)
{
	struct signalfd_siginfo info;
	bool stopped = false;

	while (read(signals, &info, sizeof info) == sizeof info)
		stopped = stopped || info.ssi_signo == SIGTERM;
	return stopped;
}

bool
chance_answer(int socket, const struct chance_guarded *guarded)
{
	struct guard guard;
	const pid_t pid = guarded->pid;
	const int signals = guarded->signals;
	struct pollfd polls[] = {{.fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN},
	    {.events = POLLIN}, {.fd = signals, .events = POLLIN}};

	if (polls[0].fd < 0 || !chance_begin(&guard, socket, guarded))
		return false;
	polls[1].fd = guard.listener;
	if (guard.listener < 0) {
		if (guard.traced)
			trace_exec(&guard, pid);
		return true;
	}
	for (;;) {
		if (poll(polls, COUNTOF(polls), -1) < 0 && errno != EINTR)
			return false;
		if (polls[2].revents && is_stopped(signals))
			return false;
		/* None of the program's processes is left, or not the first. */
		if (polls[0].fd >= 0 && (polls[0].revents || polls[1].revents & ~POLLIN))
			polls[0].fd = -1;
		if (polls[0].fd < 0 && (signals < 0 || !orphans_left(pid)))
			return true;
		if (polls[1].revents & POLLIN)
			answer_next(&guard);
		else if (polls[1].revents)
			polls[1].fd = -1;
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
	if (!pid) {
		/* It ends if this process does. */
		close(sockets[1]);
		ask_for_number(sockets[0]);
	}
	close(sockets[0]);
	if (pid > 0) {
		if (!chance_answer(sockets[1],
		        &(struct chance_guarded){.pid = pid, .dir = "", .signals = -1}))
			kill(pid, SIGKILL);
		known = waitpid(pid, &status, 0) == pid;
	}
	close(sockets[1]);
	return available = known && !status;
}

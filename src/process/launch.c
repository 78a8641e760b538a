#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/chance/chance.h"
#include "process/host.h"
#include "process/launch.h"
#include "process/orphans.h"

enum { STACK_BYTES = 8 << 20, FILE_BYTES = 64 << 20 };
/* Callgrind writes a line for each instruction of a program and its libraries. */
static const rlim_t EXPLAINED_BYTES = (rlim_t)16 << 30;

/* Writes errno to the parent, which waits for it or for the end of file that exec brings. */
static _Noreturn void
launch_give_up(int fd)
{
	int error = errno;

	(void)!write(fd, &error, sizeof error);
	_exit(127);
}

/* The value, or the hard limit if that is lower. */
static rlim_t
bounded(const struct rlimit *now, rlim_t value)
{
	return now->rlim_max != RLIM_INFINITY && value > now->rlim_max ? now->rlim_max : value;
}

static void
limit(int what, rlim_t value)
{
	struct rlimit now;

	if (getrlimit(what, &now))
		return;
	now.rlim_cur = bounded(&now, value);
	setrlimit(what, &now);
}

/* Makes everything the same that a program could see of how cgbench itself was started. */
static void
make_uniform(bool explained)
{
	personality(ADDR_NO_RANDOMIZE);
	limit(RLIMIT_STACK, STACK_BYTES);
	limit(RLIMIT_NOFILE, LAUNCH_DESCRIPTORS);
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_FSIZE, explained ? EXPLAINED_BYTES : FILE_BYTES);
	umask(022);
}

void
launch_pins(struct words *pins)
{
	int persona = personality(0xffffffff);
	bool fixed = personality((unsigned long)persona | ADDR_NO_RANDOMIZE) >= 0;
	struct rlimit stack = {0, RLIM_INFINITY};

	personality((unsigned long)persona);
	getrlimit(RLIMIT_STACK, &stack);
	if (!chance_available())
		words_add(pins, "chance=real");
	words_add(pins, fixed ? "randomisation=off" : "randomisation=on");
	words_take(
	    pins, text_print("stack=%llu", (unsigned long long)bounded(&stack, STACK_BYTES)));
}

static void
reset_signals(bool profiled)
{
	sigset_t set;

	for (int i = 1; i < NSIG; i++)
		signal(i, SIG_DFL);
	sigemptyset(&set);
	if (profiled)
		sigaddset(&set, SIGPROF);
	sigprocmask(SIG_SETMASK, &set, NULL);
}

static void
launch_redirect(int to, const char *path, int flags, int error)
{
	int fd = open(path, flags, 0644);

	if (fd < 0 || dup2(fd, to) < 0)
		launch_give_up(error);
	if (fd != to)
		close(fd);
}

/* Returns the descriptor with a number that none of the program's own will replace. */
static int
moved(int fd)
{
	return fd >= CGBENCH_LOG ? fcntl(fd, F_DUPFD_CLOEXEC, CGBENCH_END + 1) : fd;
}

/* glibc 2.36 reads past the end of GLIBC_TUNABLES, through whatever follows, unless that is
   empty. */
static char **
launch_terminated(const struct words *env, int error)
{
	static const char name[] = "GLIBC_TUNABLES=";
	char **padded = calloc(2 * env->n + 1, sizeof *padded);
	size_t n = 0;

	if (!padded)
		launch_give_up(error);
	for (size_t i = 0; i < env->n; i++) {
		padded[n++] = env->v[i];
		if (!strncmp(env->v[i], name, sizeof name - 1))
			padded[n++] = "";
	}
	return padded;
}

/* Leads a process group of its own, and dies with its parent. */
static void
launch_lead(void)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
}

/* A program may open its terminal to see if there is one, as bash does. setsid would leave the
   terminal too, but in a session of its own a process is no longer as nice as cgbench. */
static void
leave_terminal(void)
{
	int fd = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);

	if (fd < 0)
		return;
	ioctl(fd, TIOCNOTTY);
	close(fd);
}

/* Closes all descriptors from first on: now, or at the next exec with CLOSE_RANGE_CLOEXEC. A
   kernel before 5.9 and a container's filter of system calls have no close_range. */
static void
close_from(int first, int flags)
{
	struct dirent *entry;
	DIR *dir;

	if (!close_range((unsigned)first, ~0u, flags) || !(dir = opendir("/proc/self/fd")))
		return;
	while ((entry = readdir(dir))) {
		int fd = atoi(entry->d_name);

		/* "." and ".." give 0, and first is not 0. */
		if (fd < first || fd == dirfd(dir))
			continue;
		if (flags)
			fcntl(fd, F_SETFD, FD_CLOEXEC);
		else
			close(fd);
	}
	closedir(dir);
}

/* A descriptor that tells of the end of a child, and of SIGTERM. */
static int
open_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_NONBLOCK);
}

/* socket: that of a program whose chance is pinned, or -1. */
static _Noreturn void
guard(pid_t pid, int report, int socket, const struct command *command)
{
	int status = 0;
	bool stopped;

	dup2(report, 0);
	if (write(0, &pid, sizeof pid) != sizeof pid)
		_exit(1);
	if (socket >= 0)
		dup2(socket, 1);
	close_from(socket < 0 ? 1 : 2, 0);
	stopped = socket >= 0 &&
	          !chance_answer(1, &(struct chance_guarded){pid, command->real, command->seed,
	                                command->cwd, command->follows ? open_signals() : -1});
	if (stopped)
		kill(pid, SIGKILL);
	orphans_await(pid, -1);
	/* Before the wait: until then no other group can have the number. */
	kill(-pid, SIGKILL);
	orphans_kill(ORPHANS_ALL, pid);
	orphans_wait(pid, &status);
	/* It ended by itself, but what it started did not. */
	if (stopped && !WIFSIGNALED(status))
		status = SIGKILL;
	(void)!write(0, &status, sizeof status);
	_exit(0);
}

/* Ends as the guard did. A program that kills its guard dies with it, but for a moment may run
   on: it then finds this process as its parent, and not cgbench. */
static _Noreturn void
outlive(pid_t guard_pid, bool follows)
{
	struct rlimit no_core = {0, 0};
	int status = 0;

	/* It is for the guard. */
	if (follows)
		signal(SIGTERM, SIG_IGN);
	close(0);
	close_from(1, 0);
	orphans_await(guard_pid, -1);
	/* The guard would have killed these, one of which may trace it. */
	orphans_kill(ORPHANS_ALL, guard_pid);
	orphans_wait(guard_pid, &status);
	if (!WIFSIGNALED(status))
		_exit(WEXITSTATUS(status));
	setrlimit(RLIMIT_CORE, &no_core);
	kill(getpid(), WTERMSIG(status));
	_exit(1);
}

/* Returns in a child with a guard, which the caller outlives: the child's end of a socket to
   the guard if its chance is pinned, otherwise -1. */
static int
fork_guarded(const struct command *command, int report, int error)
{
	int sockets[2] = {-1, -1};
	pid_t pid;

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	pid = fork();
	if (pid < 0)
		launch_give_up(error);
	if (pid)
		outlive(pid, command->follows);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	if (command_is_pinned(command) &&
	    socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets))
		launch_give_up(error);
	pid = fork();
	if (pid < 0)
		launch_give_up(error);
	if (!pid) {
		close(sockets[1]);
		return moved(sockets[0]);
	}
	close(sockets[0]);
	guard(pid, report, sockets[1], command);
}

/* Returns in a child that is traced. */
static void
fork_traced(const struct command *command, int error)
{
	pid_t pid = fork();

	if (pid < 0)
		launch_give_up(error);
	if (pid) {
		close_from(3, 0);
		command->trace(pid, command->cwd, command->real, command->seed);
	}
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		launch_give_up(error);
}

_Noreturn void
launch(const struct command *command, const struct pipes *pipes)
{
	int error = moved(pipes->error[1]), replies = moved(pipes->replies[1]);
	const char *input = command->input ? command->input : "/dev/null";
	char **env = launch_terminated(&command->env, error);
	int socket = -1;

	launch_lead();
	reset_signals(command->profiled);
	if (command->measured || command->guarded) {
		leave_terminal();
		if (command->measured)
			make_uniform(command->explained);
		socket = fork_guarded(command, pipes->report[1], error);
		launch_lead();
	}
	close_from(3, CLOSE_RANGE_CLOEXEC);
	if (command->cwd && chdir(command->cwd))
		launch_give_up(error);
	if (!command->socket)
		launch_redirect(0, input, O_RDONLY, error);
	else if (dup2(command->socket, 0) < 0)
		launch_give_up(error);
	if (dup2(pipes->output[1], 2) < 0)
		launch_give_up(error);
	if (command->measured) {
		launch_redirect(1, "/dev/null", O_WRONLY, error);
		if (dup2(replies, CGBENCH_REPLIES) < 0)
			launch_give_up(error);
		launch_redirect(CGBENCH_REQUESTS,
		    command->requests ? command->requests : "/dev/null", O_RDONLY, error);
		launch_redirect(CGBENCH_LOG, LAUNCH_LOG, O_WRONLY | O_CREAT | O_APPEND, error);
	} else if (dup2(pipes->output[1], 1) < 0) {
		launch_give_up(error);
	}
	if (command->run_in && chdir(command->run_in))
		launch_give_up(error);
	if (command->timed)
		host_stay();
	if (command->trace)
		fork_traced(command, error);
	if (socket >= 0 && !chance_join(socket, !command->native, command->trace != NULL))
		launch_give_up(error);
	execve(command->argv.v[0], command->argv.v, env);
	launch_give_up(error);
}

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/child.h"
#include "process/descriptors.h"
#include "process/guard.h"
#include "util/memory.h"

enum { STACK_BYTES = 8 << 20, FILE_BYTES = 64 << 20 };

struct pipes {
	int error[2], output[2], replies[2], report[2];
};

/* Writes errno to the parent, which waits for it or for the end of file that exec brings. */
static _Noreturn void
give_up(int fd)
{
	int error = errno;

	(void)!write(fd, &error, sizeof error);
	_exit(127);
}

/* As near to the value as the hard limit lets it come. */
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

/* Everything that a program could see of how cgbench itself was started. */
static void
make_uniform(void)
{
	personality(ADDR_NO_RANDOMIZE);
	limit(RLIMIT_STACK, STACK_BYTES);
	limit(RLIMIT_NOFILE, CHILD_DESCRIPTORS);
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_FSIZE, FILE_BYTES);
	umask(022);
}

void
child_pins(struct words *pins)
{
	int persona = personality(0xffffffff);
	bool fixed = personality((unsigned long)persona | ADDR_NO_RANDOMIZE) >= 0;
	struct rlimit stack = {0, RLIM_INFINITY};

	personality((unsigned long)persona);
	getrlimit(RLIMIT_STACK, &stack);
	words_add(pins, fixed ? "randomisation=off" : "randomisation=on");
	words_take(
	    pins, text_print("stack=%llu", (unsigned long long)bounded(&stack, STACK_BYTES)));
}

static void
reset_signals(void)
{
	sigset_t none;
	int i;

	for (i = 1; i < NSIG; i++)
		signal(i, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void
redirect(int to, const char *path, int flags, int error)
{
	int fd = open(path, flags, 0644);

	if (fd < 0 || dup2(fd, to) < 0)
		give_up(error);
	if (fd != to)
		close(fd);
}

/* The same descriptor under a number that no report comes to stand on. */
static int
moved(int fd)
{
	return fd >= CGBENCH_LOG ? fcntl(fd, F_DUPFD_CLOEXEC, CGBENCH_END + 1) : fd;
}

/* glibc 2.36 reads on behind the end of GLIBC_TUNABLES, through what lies there, unless that is
   empty. */
static char **
guarded(const struct words *env)
{
	static const char name[] = "GLIBC_TUNABLES=";
	char **guarded = memory_new((2 * env->n + 1) * sizeof *guarded);
	size_t n = 0, i;

	for (i = 0; i < env->n; i++) {
		guarded[n++] = env->v[i];
		if (!strncmp(env->v[i], name, sizeof name - 1))
			guarded[n++] = "";
	}
	return guarded;
}

/* A process that leads a group of its own, and dies with its parent. */
static void
lead(void)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
}

/* A program may open its terminal to see whether there is one, as bash does. setsid would leave
   it as well, but in a session of its own a process is no longer as nice as cgbench. */
static void
leave_terminal(void)
{
	int fd = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);

	if (fd < 0)
		return;
	ioctl(fd, TIOCNOTTY);
	close(fd);
}

static _Noreturn void
become(const struct command *command, const struct pipes *pipes)
{
	int error = moved(pipes->error[1]), replies = moved(pipes->replies[1]);
	const char *input = command->input ? command->input : "/dev/null";
	char **env = guarded(&command->env);

	lead();
	reset_signals();
	if (command->measured) {
		leave_terminal();
		if (!guard_begin(pipes->report[1]))
			give_up(error);
		lead();
	}
	descriptors_close_on_exec(3);
	if (command->cwd && chdir(command->cwd))
		give_up(error);
	if (!command->socket)
		redirect(0, input, O_RDONLY, error);
	else if (dup2(command->socket, 0) < 0)
		give_up(error);
	if (dup2(pipes->output[1], 2) < 0)
		give_up(error);
	if (command->measured) {
		redirect(1, "/dev/null", O_WRONLY, error);
		make_uniform();
		if (dup2(replies, CGBENCH_REPLIES) < 0)
			give_up(error);
		redirect(CGBENCH_REQUESTS, command->requests ? command->requests : "/dev/null",
		    O_RDONLY, error);
		redirect(CGBENCH_LOG, CHILD_LOG, O_WRONLY | O_CREAT | O_APPEND, error);
	} else if (dup2(pipes->output[1], 1) < 0) {
		give_up(error);
	}
	execve(command->argv.v[0], command->argv.v, env);
	give_up(error);
}

static bool
open_pipe(int fds[2], int flags)
{
	fds[0] = fds[1] = -1;
	return pipe2(fds, O_CLOEXEC | flags) == 0;
}

static void
close_both(int fds[2])
{
	if (fds[0] >= 0)
		close(fds[0]);
	if (fds[1] >= 0)
		close(fds[1]);
}

static void
set_nonblocking(int fd)
{
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/* Waits until the child has become the program; returns the errno where it could not. */
static int
wait_for_exec(int fd)
{
	int error = 0;
	ssize_t n;

	while ((n = read(fd, &error, sizeof error)) < 0 && errno == EINTR)
		;
	return n == sizeof error ? error : 0;
}

bool
child_start(struct child *child, const struct command *command, char **error)
{
	struct pipes pipes;
	bool open = open_pipe(pipes.error, 0);
	int why;

	open = open_pipe(pipes.output, 0) && open;
	/* One packet for each reply, of which a pipe holds 16. So a server is no more than 8
	   processes ahead of us, and none writes its counts over those of another one that had
	   its pid and are not read yet. */
	open = open_pipe(pipes.replies, O_DIRECT) && open;
	open = open_pipe(pipes.report, 0) && open;
	child->pid = open ? fork() : -1;
	if (child->pid == 0)
		become(command, &pipes);
	why = errno;
	if (child->pid > 0) {
		setpgid(child->pid, child->pid);
		close(pipes.error[1]);
		pipes.error[1] = -1;
		why = wait_for_exec(pipes.error[0]);
	}
	close_both(pipes.error);
	if (child->pid < 0 || why) {
		close_both(pipes.output);
		close_both(pipes.replies);
		close_both(pipes.report);
		if (child->pid > 0)
			waitpid(child->pid, NULL, 0);
		*error = text_print("cannot run %s: %s", command->argv.v[0], strerror(why));
		return false;
	}
	close(pipes.output[1]);
	close(pipes.replies[1]);
	close(pipes.report[1]);
	set_nonblocking(pipes.output[0]);
	set_nonblocking(pipes.replies[0]);
	child->output = pipes.output[0];
	child->replies = pipes.replies[0];
	child->report = pipes.report[0];
	child->program = command->measured ? guard_child(child->report) : 0;
	child->printed = (struct text)TEXT_EMPTY;
	return true;
}

int
child_open(struct child *child)
{
	int output[2];

	if (!open_pipe(output, 0)) {
		close_both(output);
		return -1;
	}
	set_nonblocking(output[0]);
	*child = (struct child){.output = output[0], .replies = -1, .report = -1};
	return output[1];
}

void
child_ignore(struct child *child)
{
	if (child->output >= 0)
		close(child->output);
	if (child->replies >= 0)
		close(child->replies);
	if (child->report >= 0)
		close(child->report);
	child->output = child->replies = child->report = -1;
}

void
child_kill(const struct child *child)
{
	pid_t program = child->program ? child->program : child->pid;

	kill(-program, SIGKILL);
	/* It may have gone into another group. */
	kill(program, SIGKILL);
	/* It may have stopped its guard. */
	kill(child->pid, SIGCONT);
}

/* Reads once, for a child may print faster than it can be read. */
void
child_read(struct child *child)
{
	char piece[CHILD_OUTPUT];
	ssize_t n = read(child->output, piece, sizeof piece);
	size_t room = CHILD_OUTPUT - child->printed.n;

	if (n > 0)
		text_add_n(&child->printed, piece, (size_t)n < room ? (size_t)n : room);
	if (n == 0) {
		close(child->output);
		child->output = -1;
	}
}

size_t
child_replies(struct child *child, char *s, size_t n)
{
	ssize_t got = read(child->replies, s, n);

	if (got == 0) {
		close(child->replies);
		child->replies = -1;
	}
	return got > 0 ? (size_t)got : 0;
}

void
child_finish(struct child *child, struct outcome *outcome)
{
	int status = 0;
	bool lost;

	/* Before the wait: until then the number cannot be another group's. */
	kill(-child->pid, SIGKILL);
	while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
		;
	lost = child->program && !guard_status(child->report, &status);
	if (child->output >= 0)
		child_read(child);
	child_ignore(child);
	*outcome = (struct outcome){
	    .pid = child->program ? child->program : child->pid,
	    .status = status,
	    .lost = lost,
	    .output = text_take(&child->printed),
	};
}

char *
outcome_why(const struct outcome *outcome, unsigned timeout)
{
	const char *name;

	if (outcome->start_error)
		return memory_copy(outcome->start_error);
	if (outcome->timed_out)
		return text_print("not done after %u seconds (--timeout)", timeout);
	if (WIFSIGNALED(outcome->status)) {
		name = sigabbrev_np(WTERMSIG(outcome->status));
		return name ? text_print("killed by SIG%s", name)
		            : text_print("killed by signal %d", WTERMSIG(outcome->status));
	}
	if (WEXITSTATUS(outcome->status))
		return text_print("exited with status %d", WEXITSTATUS(outcome->status));
	return NULL;
}

bool
outcome_made(const struct outcome *outcome, const char *path)
{
	return !outcome->start_error && !outcome->status && !access(path, F_OK);
}

void
outcome_free(struct outcome *outcome)
{
	free(outcome->start_error);
	free(outcome->output);
}

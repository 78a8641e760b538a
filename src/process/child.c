#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/chance/tool.h"
#include "process/child.h"
#include "process/launch.h"
#include "process/orphans.h"
#include "util/memory.h"

static bool
open_pipe(int fds[2], int flags)
{
	fds[0] = fds[1] = -1;
	return pipe2(fds, O_CLOEXEC | flags) == 0;
}

static void
close_open(int fd)
{
	if (fd >= 0)
		close(fd);
}

static void
close_both(const int fds[2])
{
	close_open(fds[0]);
	close_open(fds[1]);
}

static void
set_nonblocking(int fd)
{
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/* Waits until the child has become the program. Returns 0, or the errno of what failed. */
static int
wait_for_exec(int fd)
{
	int error = 0;
	ssize_t n;

	while ((n = read(fd, &error, sizeof error)) < 0 && errno == EINTR)
		;
	return n == sizeof error ? error : 0;
}

/* The pid of a program with a guard, which reports it at once; 0: there is no report. */
static pid_t
read_pid(int report)
{
	pid_t pid;

	return read(report, &pid, sizeof pid) == sizeof pid ? pid : 0;
}

bool
child_start(struct child *child, const struct command *command, char **error)
{
	struct pipes pipes;
	bool open = open_pipe(pipes.error, 0);
	int why;

	open = open_pipe(pipes.output, 0) && open;
	/* Each reply is a packet, and a pipe holds 16 of them. So a server is at most 8
	   processes ahead, and no process overwrites counts that were not read yet, of an
	   earlier process with the same pid. */
	open = open_pipe(pipes.replies, O_DIRECT) && open;
	open = open_pipe(pipes.report, 0) && open;
	if (command_is_pinned(command) && !command->native)
		tool_find(command->argv.v[0]);
	child->pid = open ? fork() : -1;
	if (child->pid == 0)
		launch(command, &pipes);
	why = errno;
	if (child->pid > 0) {
		setpgid(child->pid, child->pid);
		close(pipes.error[1]);
		pipes.error[1] = -1;
		why = wait_for_exec(pipes.error[0]);
	}
	close_both(pipes.error);
	close_open(pipes.output[1]);
	close_open(pipes.replies[1]);
	close_open(pipes.report[1]);
	*child = (struct child){.pid = child->pid,
	    .output = pipes.output[0],
	    .replies = pipes.replies[0],
	    .report = pipes.report[0],
	    .follows = command->follows};
	if (child->pid < 0 || why) {
		child_ignore(child);
		if (child->pid > 0)
			orphans_wait(child->pid, NULL);
		*error = text_print("cannot run %s: %s", command->argv.v[0], strerror(why));
		return false;
	}
	set_nonblocking(child->output);
	set_nonblocking(child->replies);
	if (command->measured || command->guarded)
		child->program = read_pid(child->report);
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
	close_open(child->output);
	close_open(child->replies);
	close_open(child->report);
	child->output = child->replies = child->report = -1;
}

void
child_kill(const struct child *child)
{
	pid_t program = child->program ? child->program : child->pid;

	kill(-program, SIGKILL);
	/* It may have left its group. */
	kill(program, SIGKILL);
	/* Its guard kills what it started. */
	if (child->follows)
		kill(-child->pid, SIGTERM);
	/* It may have stopped its guard, which is in this group. */
	kill(-child->pid, SIGCONT);
}

void
child_release(const struct child *child)
{
	kill(-child->pid, SIGKILL);
	if (child->program)
		orphans_kill_tracer(child->program);
	orphans_kill_tracer(child->pid);
}

/* Reads once, because a child may print faster than it can be read. */
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
	bool guard_died;

	/* Before the wait: until then no other group can have the number. */
	kill(-child->pid, SIGKILL);
	orphans_wait(child->pid, &status);
	guard_died =
	    child->program && read(child->report, &status, sizeof status) != sizeof status;
	if (child->output >= 0)
		child_read(child);
	child_ignore(child);
	*outcome = (struct outcome){
	    .pid = child->program ? child->program : child->pid,
	    .status = status,
	    .guard_died = guard_died,
	    .output = text_take(&child->printed),
	};
}

void
child_run(const struct command *command, struct outcome *outcome)
{
	struct child child;
	struct pollfd polls[2] = {{.events = POLLIN}, {.events = POLLIN}};

	*outcome = (struct outcome){0};
	if (!child_start(&child, command, &outcome->start_error))
		return;
	/* A daemon that it started may keep open what it printed to. */
	polls[1].fd = (int)syscall(SYS_pidfd_open, child.pid, 0);
	while (child.output >= 0 && !polls[1].revents) {
		polls[0].fd = child.output;
		if (poll(polls, 2, -1) > 0 && polls[0].revents)
			child_read(&child);
	}
	close_open(polls[1].fd);
	orphans_await(child.pid, -1);
	child_finish(&child, outcome);
}

char *
outcome_why(const struct outcome *outcome)
{
	const char *name;

	if (outcome->start_error)
		return memory_copy(outcome->start_error);
	if (outcome->overtime.limit)
		return overtime_show(&outcome->overtime);
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
outcome_is_of_host(const struct outcome *outcome)
{
	return outcome->overtime.limit || WIFSIGNALED(outcome->status);
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

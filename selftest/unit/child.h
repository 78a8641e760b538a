#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include "tap.h"
#include "util/message.h"

/* For functions under test that end their process. */

/* A child that ran one job: its wait status and its output. */
struct child {
	int status;
	char err[2048];
};

/* Leak checkers would look at every child that ends in message_die, which frees nothing. */
static void
leave_at_once(int status, void *unused)
{
	(void)unused;
	_exit(status);
}

__attribute__((unused)) static struct child
child_run(void (*job)(const char *), const char *arg)
{
	struct child o = {0};
	FILE *said;
	int ends[2];
	pid_t pid;

	fflush(stdout);
	if (pipe(ends) < 0 || (pid = fork()) < 0)
		abort();
	if (!pid) {
		on_exit(leave_at_once, NULL);
		dup2(ends[1], STDERR_FILENO);
		close(ends[0]);
		close(ends[1]);
		job(arg);
		exit(0);
	}
	close(ends[1]);
	said = fdopen(ends[0], "r");
	o.err[fread(o.err, 1, sizeof o.err - 1, said)] = 0;
	fclose(said);
	waitpid(pid, &o.status, 0);
	return o;
}

/* Failed as it should, with that line. */
__attribute__((unused)) static void
child_refuses(const struct child *o, const char *line, const char *name)
{
	ok(WIFEXITED(o->status) && WEXITSTATUS(o->status) == STATUS_FAILURE, "%s: status", name);
	is(o->err, line, name);
}

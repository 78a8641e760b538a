#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/pager.h"
#include "process/signals.h"
#include "util/file.h"
#include "util/message.h"
#include "util/output.h"
#include "util/terminal.h"
#include "util/words.h"

/* The words of its command line, while it is to show what is printed. */
static struct words command;

static void
pager_choose(void)
{
	const char *pager = getenv("PAGER");

	if (!words_split(&command, pager ? pager : "less"))
		message_warn("PAGER: a quote is left open in: %s", pager);
	if (command.n == 1 && !strcmp(command.v[0], "cat"))
		words_free(&command);
}

void
pager_begin(bool wanted)
{
	if (!wanted)
		return;
	/* In the background, a pager would be stopped. */
	if (terminal_is_able(STDOUT_FILENO) && tcgetpgrp(STDOUT_FILENO) == getpgrp())
		pager_choose();
	output_flush();
	if (command.n && !terminal_hold())
		words_free(&command);
}

/* Returns true if the text may need more lines than the screen has: a character that is not
   ASCII counts as several. */
static bool
is_long(int file)
{
	size_t height = terminal_height(STDOUT_FILENO), width = terminal_width(STDOUT_FILENO);
	size_t lines = 0, column = 0;
	char piece[1 << 12];
	off_t at = 0;
	ssize_t n, i;

	for (; (n = pread(file, piece, sizeof piece, at)) > 0; at += n)
		for (i = 0; i < n; i++) {
			bool ends = piece[i] == '\n' || column == (width ? width : 80);

			lines += ends;
			column = ends ? 0 : column + 1;
		}
	return lines >= (height ? height : 24);
}

static _Noreturn void
become(int file)
{
	setenv("LESS", "FRX", 0);
	setenv("LV", "-c", 0);
	if (dup2(file, STDIN_FILENO) >= 0)
		execvp(command.v[0], command.v);
	_exit(127);
}

/* Returns its status, as waitpid does. An interrupt is for the pager, as for a command of
   system(3); other signals are passed on to it, so that it leaves the terminal in order. */
static int
wait_for(pid_t pid, const struct signals *signals)
{
	int status = 0, number;

	while (waitpid(pid, &status, WNOHANG) == 0) {
		sigsuspend(&signals->before);
		number = signals_caught();
		if (number && number != SIGINT && number != SIGQUIT)
			kill(pid, number);
	}
	return status;
}

/* Ends the program by the signal that ended the pager, if it was for both. */
static void
die_with_it(int status)
{
	int number = signals_caught();

	if ((number && number != SIGINT && number != SIGQUIT) ||
	    (WIFSIGNALED(status) && WTERMSIG(status) == number))
		raise(number);
}

/* Returns true unless the pager failed before it read anything of the file. */
static bool
page(int file)
{
	struct signals signals;
	int status = -1;
	pid_t pid;

	signals_begin(&signals);
	pid = fork();
	if (pid == 0) {
		sigprocmask(SIG_SETMASK, &signals.before, NULL);
		become(file);
	}
	if (pid > 0)
		status = wait_for(pid, &signals);
	signals_end(&signals);
	if (pid > 0)
		die_with_it(status);
	return !status || lseek(file, 0, SEEK_CUR) > 0;
}

static void
pager_print(int file)
{
	char piece[1 << 12];
	ssize_t n;

	while ((n = read(file, piece, sizeof piece)) > 0)
		fwrite(piece, 1, (size_t)n, stdout);
}

/* The default may be missing without a word. */
static bool
can_run(void)
{
	OWNED char *path = file_find_executable(command.v[0]);
	bool found = path;

	if (!found && getenv("PAGER"))
		message_warn("PAGER: cannot run '%s': %s", command.v[0], strerror(errno));
	return found;
}

void
pager_end(void)
{
	int file;

	if (!command.n)
		return;
	output_flush();
	file = terminal_release();
	if (!is_long(file) || !can_run() || !page(file))
		pager_print(file);
	close(file);
	words_free(&command);
}

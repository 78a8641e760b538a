/* The program that times a command:
       cgbench-timer WHOLE COUNT STATUS WORD...
   runs the words as often as the loop has iterations if WHOLE is 1; otherwise once, with the
   iterations in place of CGBENCH_TURNS. COUNT: iterations of the short loop; 0: they are to be
   found. STATUS: with which the command must exit. Its standard input is a file, which each
   process reads from its start. */

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel.h"

/* A command, as sampling.c sees it. */
struct cgbench_test {
	void (*run)(unsigned long count, long active, unsigned long *left);
};

#include "sampling.c"

static char **words;       /* of the command, as they were given */
static char **filled;      /* the same with a number of iterations */
static int expected;       /* its exit status; negative: any */
static volatile int error; /* why it could not be executed */

static char *
timer_fill_word(const char *s, unsigned long turns)
{
	size_t size = 1, n = 0;
	char *word;

	for (const char *at = s; *at; at++)
		size += *at == CGBENCH_TURNS ? sizeof "18446744073709551615" : 1;
	word = malloc(size);
	if (!word)
		abort();
	for (const char *at = s; *at; at++)
		if (*at == CGBENCH_TURNS)
			n += (size_t)snprintf(word + n, size - n, "%lu", turns);
		else
			word[n++] = *at;
	word[n] = '\0';
	return word;
}

static void
fill_words(unsigned long turns)
{
	for (size_t i = 0; words[i]; i++) {
		free(filled[i]);
		filled[i] = timer_fill_word(words[i], turns);
	}
}

/* The command leads a group of its own, and dies with this process, for which posix_spawn has
   no attribute. A fork would copy page tables, in the time of the command. */
static pid_t
timer_start(void)
{
	pid_t pid = vfork(); /* NOLINT(clang-analyzer-security.insecureAPI.vfork) */

	if (pid)
		return pid;
	/* NOLINTBEGIN(clang-analyzer-unix.Vfork) */
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	execv(filled[0], filled);
	error = errno;
	_exit(127);
	/* NOLINTEND(clang-analyzer-unix.Vfork) */
}

static void
run_once(void)
{
	pid_t pid;
	int status;

	lseek(0, 0, SEEK_SET);
	pid = timer_start();
	if (pid < 0)
		cgbench_report_start(errno);
	status = cgbench_await(pid);
	if (error)
		cgbench_report_start(error);
	if (!WIFEXITED(status) || (expected >= 0 && WEXITSTATUS(status) != expected)) {
		cgbench_times.status = (cgbench_u64)status;
		cgbench_report(CGBENCH_ENDED);
	}
}

static void
timer_run(unsigned long count, long active, unsigned long *left)
{
	(void)active;
	fill_words(cgbench_whole ? 0 : count);
	for (*left = cgbench_whole ? count : 1; *left; --*left)
		run_once();
}

/* The timer's own state is nothing that a command sees. */
static cgbench_u64
cgbench_clock(const struct cgbench_test *test, unsigned long variant, unsigned long count)
{
	return cgbench_clock_here(test, variant, count);
}

/* The command sees only standard descriptors. */
static void
hide_descriptors(void)
{
	close(CGBENCH_LOG);
	close(CGBENCH_REQUESTS);
	fcntl(CGBENCH_REPLIES, F_SETFD, FD_CLOEXEC);
}

int
main(int argc, char **argv)
{
	static const struct cgbench_test command = {timer_run};
	int given = argc - 4;

	if (given < 1) {
		fputs("usage: cgbench-timer WHOLE COUNT STATUS WORD...\n", stderr);
		return 2;
	}
	cgbench_whole = atoi(argv[1]);
	expected = atoi(argv[3]);
	words = argv + 4;
	filled = calloc((size_t)given + 1, sizeof *filled);
	if (!filled)
		abort();
	hide_descriptors();
	cgbench_look_at_clock();
	cgbench_take_sample(&command, 0, strtoul(argv[2], NULL, 10));
	cgbench_report_sample();
}

/* The "main" of a program that is timed, in the common subset of C and C++: has one test run in
   forked processes, one for each loop, says how long they took, and ends. */

#include <stdlib.h>
#include <sys/mman.h>

#include "sampling.c"

static void *__volatile__ cgbench_taken;

/* A forked process shares this: how long its loop took, plus 1; 0: it does not know. */
static __volatile__ cgbench_u64 *cgbench_took;

static __attribute__((noinline)) void
cgbench_live(const struct cgbench_test *test, unsigned long variant, unsigned long count)
{
	void (*const *init)(int, char **, char **);
	long self = syscall(SYS_getpid);
	cgbench_u64 took;

	syscall(SYS_prctl, CGBENCH_SET_PDEATHSIG, CGBENCH_SIGKILL);
	syscall(SYS_setpgid, 0, 0);
	for (init = test->init; init != test->init_end; init++)
		(*init)(cgbench_given.argc, cgbench_given.argv, cgbench_given.env);
	took = cgbench_clock_here(test, variant, count);
	/* A process that the test forked may reach the end of the loop, too. */
	if (syscall(SYS_getpid) == self)
		*cgbench_took = took + 1;
	syscall(SYS_exit_group, 0);
}

static cgbench_u64
cgbench_clock(const struct cgbench_test *test, unsigned long variant, unsigned long count)
{
	long pid;

	*cgbench_took = 0;
	pid = syscall(CGBENCH_SYS_FORK CGBENCH_FORK_ARGUMENTS);
	if (pid == 0)
		cgbench_live(test, variant, count);
	if (pid < 0)
		cgbench_report_start(errno);
	cgbench_times.status = (cgbench_u64)cgbench_await(pid);
	if (cgbench_times.status)
		cgbench_report(CGBENCH_ENDED);
	/* It ended itself, or reported a fault. */
	if (!*cgbench_took)
		syscall(SYS_exit_group, 0);
	return *cgbench_took - 1;
}

/* The words of the line on standard input. */
enum {
	CGBENCH_TEST,
	CGBENCH_VARIANT,
	CGBENCH_COUNT,
	CGBENCH_LOWER,
	CGBENCH_TAKE,
	CGBENCH_WORDS
};

static unsigned long cgbench_words[CGBENCH_WORDS];
static int cgbench_valid;

static int
cgbench_read_words(void)
{
	char line[120];
	const char *s = line;
	int i;

	cgbench_read_line(SYS_read, line, sizeof line);
	for (i = 0; s && i < CGBENCH_WORDS; i++)
		s = cgbench_read_number(
		    s, i == CGBENCH_WORDS - 1 ? '\n' : ' ', &cgbench_words[i]);
	return cgbench_valid =
	           s && cgbench_words[CGBENCH_TEST] <
	                    (unsigned long)(__stop_cgbench_tests - __start_cgbench_tests);
}

/* A language whose program begins elsewhere than in main calls this instead; its stack stays
   where it is. */
static __attribute__((noinline)) int
cgbench_main(int argc, char **argv, char **env)
{
	static const char usage[] = "usage: echo TEST VARIANT COUNT STACK HEAP | program\n";
	const unsigned long *words = cgbench_words;

	if (!cgbench_valid && !cgbench_read_words()) {
		syscall(SYS_write, 2, usage, sizeof usage - 1);
		return 2;
	}
	cgbench_given.argc = argc;
	cgbench_given.argv = argv;
	cgbench_given.env = env;
	if (words[CGBENCH_TAKE])
		cgbench_taken = malloc(words[CGBENCH_TAKE]);
	if (cgbench_has_threads())
		cgbench_report(CGBENCH_THREADED);
	cgbench_took = (__volatile__ cgbench_u64 *)mmap(NULL, sizeof *cgbench_took,
	    PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if ((void *)cgbench_took == MAP_FAILED)
		cgbench_report_start(errno);
	cgbench_look_at_clock();
	cgbench_take_sample(__start_cgbench_tests[words[CGBENCH_TEST]], words[CGBENCH_VARIANT],
	    words[CGBENCH_COUNT]);
	cgbench_report_sample();
	return 0;
}

int
main(int argc, char **argv, char **env)
{
	unsigned long above = (unsigned long)__builtin_frame_address(0) % CGBENCH_REGION;
	unsigned long lower = cgbench_read_words() ? cgbench_words[CGBENCH_LOWER] : 0;
	__volatile__ char *room = (__volatile__ char *)__builtin_alloca(
	    above + lower % CGBENCH_REGION + sizeof above);
	int status = cgbench_main(argc, argv, env);

	/* Keeps the room in use until here. */
	*room = 0;
	return status;
}

/* The "main" of a program that is timed, in the common subset of C and C++: runs one test, says
   how long it took, and ends. Nothing is forked: each sample is a process of its own. */

#include <stdlib.h>

#include "sampling.c"

static void *volatile cgbench_taken;

/* count: iterations of the short loop; 0: they are to be found. */
static __attribute__((noinline)) void
cgbench_time(const struct cgbench_test *test, unsigned long variant, unsigned long count)
{
	void (*const *init)(int, char **, char **);
	long self = syscall(SYS_getpid);

	for (init = test->init; init != test->init_end; init++)
		(*init)(cgbench_given.argc, cgbench_given.argv, cgbench_given.env);
	cgbench_take_sample(test, variant, count);
	/* A process that the test forked may reach the end of the loop, too. */
	if (syscall(SYS_getpid) == self)
		cgbench_report_sample();
}

/* What the line on standard input says. */
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
	cgbench_look_at_clock();
	cgbench_time(__start_cgbench_tests[words[CGBENCH_TEST]], words[CGBENCH_VARIANT],
	    words[CGBENCH_COUNT]);
	return 0;
}

int
main(int argc, char **argv, char **env)
{
	unsigned long above = (unsigned long)__builtin_frame_address(0) % CGBENCH_REGION;
	unsigned long lower = cgbench_read_words() ? cgbench_words[CGBENCH_LOWER] : 0;
	volatile char *room =
	    (volatile char *)__builtin_alloca(above + lower % CGBENCH_REGION + sizeof above);
	int status = cgbench_main(argc, argv, env);

	/* Keeps the room in use until here. */
	*room = 0;
	return status;
}

/* The "main" of a program that is timed, in the common subset of C and C++: runs one test, says
   how long it took, and ends. Nothing is forked: each sample is a process of its own. */

#include <stdlib.h>
#include <time.h>

/* A language may replace clock_gettime, to make counts the same in every run. */
#ifndef CGBENCH_READ_CLOCK
#define CGBENCH_READ_CLOCK(t) clock_gettime(CLOCK_MONOTONIC, t)
#endif

static void *volatile cgbench_taken;

static struct cgbench_times cgbench_times;

/* Reports what was measured so far, or why nothing was, and ends the process. */
static void
cgbench_report(int fault)
{
	cgbench_times.fault = fault;
	syscall(SYS_write, CGBENCH_REPLIES, &cgbench_times, sizeof cgbench_times);
	syscall(SYS_exit_group, 0);
}

/* In nanoseconds. A clock that goes back is of no use. */
static unsigned long
cgbench_now(void)
{
	static unsigned long last;
	struct timespec t;
	unsigned long now;

	CGBENCH_READ_CLOCK(&t);
	now = (unsigned long)t.tv_sec * 1000000000ul + (unsigned long)t.tv_nsec;
	if (now < last)
		cgbench_report(CGBENCH_BACK);
	return last = now;
}

/* How far the clock goes when it moves. Reading a clock takes time, so one that shows the same
   for so long stands still. */
static unsigned long
cgbench_step(void)
{
	unsigned long from = cgbench_now(), now = from, tries;

	for (tries = 1ul << 22; now == from && tries; tries--)
		now = cgbench_now();
	if (now == from)
		cgbench_report(CGBENCH_STILL);
	return now - from;
}

/* A loop that always takes the same number of clock cycles. The least of a few runs is one
   that nothing interrupted. */
static unsigned long
cgbench_fixed(void)
{
	unsigned long least = ~0ul, x = 1;
	int run, turn;

	for (run = 0; run < 3; run++) {
		unsigned long from = cgbench_now(), took;

		for (turn = 0; turn < 50000; turn++) {
			__asm__ volatile("" : "+r"(x));
			x = x * 6364136223846793005ul + 1;
		}
		__asm__ volatile("" : "+r"(x));
		took = cgbench_now() - from;
		least = took < least ? took : least;
	}
	return least;
}

/* Runs the test, and returns how long it took. */
static unsigned long
cgbench_clock(const struct cgbench_test *test, unsigned long variant, unsigned long count)
{
	unsigned long left = 1, from = cgbench_now(), took;

	test->run(count, (long)variant, &left);
	took = cgbench_now() - from;
	if (left)
		cgbench_report(CGBENCH_LEFT);
	return took;
}

/* The short loop has half the turns of the long one: their difference is the turns alone.
   Returns it; 0 if the short loop took longer. */
static unsigned long
cgbench_clock_both(const struct cgbench_test *test, unsigned long variant, unsigned long count)
{
	unsigned long *ns = cgbench_times.ns;

	cgbench_times.count = count;
	ns[0] = cgbench_clock(test, variant, count);
	ns[1] = cgbench_clock(test, variant, 2 * count);
	return ns[1] > ns[0] ? ns[1] - ns[0] : 0;
}

/* Doubles the turns until they take long enough. An interruption may have taken that time
   instead, but hardly twice. No processor makes MOST turns in that time. */
static void
cgbench_find_count(const struct cgbench_test *test, unsigned long variant)
{
	enum { ENOUGH = 1000000, CERTAIN = 10 * ENOUGH, MOST = 1 << 26 };
	unsigned long count, took;

	for (count = 1; count <= MOST; count *= 2) {
		took = cgbench_clock_both(test, variant, count);
		if (took >= CERTAIN ||
		    (took >= ENOUGH && cgbench_clock_both(test, variant, count) >= ENOUGH))
			return;
	}
	cgbench_report(CGBENCH_STILL);
}

/* count: turns of the short loop; 0: they are to be found. */
static __attribute__((noinline)) void
cgbench_time(const struct cgbench_test *test, unsigned long variant, unsigned long count)
{
	void (*const *init)(int, char **, char **);
	long self = syscall(SYS_getpid);

	for (init = test->init; init != test->init_end; init++)
		(*init)(cgbench_given.argc, cgbench_given.argv, cgbench_given.env);
	if (!count) {
		cgbench_find_count(test, variant);
	} else {
		cgbench_clock(test, variant, count);
		cgbench_clock_both(test, variant, count);
	}
	/* A process that the test forked may reach the end of the loop, too. */
	if (syscall(SYS_getpid) != self)
		return;
	cgbench_times.fixed = cgbench_fixed();
	cgbench_times.ended = cgbench_now();
	cgbench_report(CGBENCH_TIMED);
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

	cgbench_read_line(line, sizeof line);
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
	cgbench_times.began = cgbench_now();
	cgbench_times.step = cgbench_step();
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

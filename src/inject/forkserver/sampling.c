/* This finds how long a test takes, in the common subset of C and C++: for a program that is
   timed, and for the one that times commands. */

#include <errno.h>
#include <time.h>

/* A language may replace clock_gettime, to make counts the same in every run. */
#ifndef CGBENCH_READ_CLOCK
#define CGBENCH_READ_CLOCK(t) clock_gettime(CLOCK_MONOTONIC, t)
#endif

static struct cgbench_times cgbench_times;

/* The test runs once and does all its iterations, so that its start is timed, too: there is no
   short loop. Only the program that times commands sets it. */
static int cgbench_whole;

/* Reports what was measured so far, or why nothing was, and ends the process. */
static void
cgbench_report(int fault)
{
	cgbench_times.fault = fault;
	syscall(SYS_write, CGBENCH_REPLIES, &cgbench_times, sizeof cgbench_times);
	syscall(SYS_exit_group, 0);
}

/* In nanoseconds. A clock that goes back is of no use. */
static cgbench_u64
cgbench_now(void)
{
	static cgbench_u64 last;
	struct timespec t;
	cgbench_u64 now;

	CGBENCH_READ_CLOCK(&t);
	now = (cgbench_u64)t.tv_sec * 1000000000 + (cgbench_u64)t.tv_nsec;
	if (now < last)
		cgbench_report(CGBENCH_BACK);
	return last = now;
}

/* The step of the clock, in nanoseconds. Reading a clock takes time, so one that shows the same
   for so many reads stands still. */
static cgbench_u64
cgbench_tick(void)
{
	cgbench_u64 from = cgbench_now(), now = from;
	unsigned long tries;

	for (tries = 1ul << 22; now == from && tries; tries--)
		now = cgbench_now();
	if (now == from)
		cgbench_report(CGBENCH_STILL);
	return now - from;
}

/* A loop that always takes the same number of clock cycles. The least of a few runs is one
   that nothing interrupted. */
static cgbench_u64
cgbench_fixed(void)
{
	cgbench_u64 least = ~(cgbench_u64)0;
	unsigned long x = 1;
	int run, turn;

	for (run = 0; run < 3; run++) {
		cgbench_u64 from = cgbench_now(), took;

		for (turn = 0; turn < 50000; turn++) {
			__asm__ volatile("" : "+r"(x));
			x = x * 1103515245 + 12345;
		}
		__asm__ volatile("" : "+r"(x));
		took = cgbench_now() - from;
		least = took < least ? took : least;
	}
	return least;
}

/* Runs the test here, and returns how long it took. */
static cgbench_u64
cgbench_clock_here(const struct cgbench_test *test, unsigned long variant, unsigned long count)
{
	unsigned long left = 1;
	cgbench_u64 from = cgbench_now(), took;

	test->run(count, (long)variant, &left);
	took = cgbench_now() - from;
	if (left)
		cgbench_report(CGBENCH_LEFT);
	return took;
}

/* Why no process could be started. */
static void
cgbench_report_start(int error)
{
	cgbench_times.status = (cgbench_u64)error;
	cgbench_report(CGBENCH_NO_EXEC);
}

/* Waits for a process that leads a group of its own, and returns its status as of waitpid.
   Processes that it leaves would take time from the next one. They are killed before the wait
   is over: until then no other group can have the number. */
static int
cgbench_await(long pid)
{
	int status = 0;

	while (syscall(SYS_waitid, CGBENCH_P_PID, pid, NULL, CGBENCH_WEXITED | CGBENCH_WNOWAIT,
	           NULL) < 0 &&
	       errno == EINTR)
		;
	syscall(SYS_kill, -pid, CGBENCH_SIGKILL);
	while (syscall(SYS_wait4, pid, &status, 0, NULL) < 0 && errno == EINTR)
		;
	return status;
}

/* Like cgbench_clock_here, from the state that the test is counted in: the one before its
   setup. */
static cgbench_u64 cgbench_clock(
    const struct cgbench_test *test, unsigned long variant, unsigned long count);

/* The short loop has half the iterations of the long one: their difference is the iterations
   alone. Returns how long both took. */
static cgbench_u64
cgbench_clock_both(const struct cgbench_test *test, unsigned long variant, unsigned long count)
{
	cgbench_u64 *ns = cgbench_times.ns;

	cgbench_times.count = count;
	ns[0] = cgbench_whole ? 0 : cgbench_clock(test, variant, count);
	ns[1] = cgbench_clock(test, variant, cgbench_whole ? count : 2 * count);
	return ns[0] + ns[1];
}

/* Returns 1 if so many iterations take long, also beside what comes before and varies: a
   short loop is mostly its setup if that takes long. Interruptions only add time: of several
   tries the fastest loops are those that had none. A single one hardly lasts longer than
   CERTAIN. */
static int
cgbench_suffices(const struct cgbench_test *test, unsigned long variant, unsigned long count)
{
	enum { ENOUGH = 1000000, CERTAIN = 100 * ENOUGH, TRIES = 8 };
	cgbench_u64 least[2] = {~(cgbench_u64)0, ~(cgbench_u64)0}, took;
	int tried, i;

	for (tried = 0; tried < TRIES; tried++) {
		took = cgbench_clock_both(test, variant, count);
		for (i = 0; i < 2; i++)
			if (cgbench_times.ns[i] < least[i])
				least[i] = cgbench_times.ns[i];
		if (least[1] < least[0] + least[0] / 8 + ENOUGH)
			return 0;
		if (took >= CERTAIN)
			return 1;
	}
	return 1;
}

/* Doubles the iterations until they take long enough. No processor makes MOST iterations in
   that time, or starts FEW processes. */
static void
cgbench_find_count(const struct cgbench_test *test, unsigned long variant)
{
	enum { MOST = 1 << 28, FEW = 1 << 8 };
	unsigned long count;

	for (count = 1; count <= (cgbench_whole ? FEW : MOST); count *= 2)
		if (cgbench_suffices(test, variant, count))
			return;
	/* A clock may move only when it is read. */
	cgbench_report(
	    cgbench_fixed() > 2 * cgbench_times.tick ? CGBENCH_NO_TIME : CGBENCH_STILL);
}

/* Before anything is timed. */
static void
cgbench_look_at_clock(void)
{
	cgbench_times.began = cgbench_now();
	cgbench_times.tick = cgbench_tick();
}

/* count: iterations of the short loop; 0: they are to be found. */
static void
cgbench_take_sample(const struct cgbench_test *test, unsigned long variant, unsigned long count)
{
	if (!count) {
		cgbench_find_count(test, variant);
	} else {
		cgbench_clock(test, variant, count);
		cgbench_clock_both(test, variant, count);
	}
}

static void
cgbench_report_sample(void)
{
	cgbench_times.fixed = cgbench_fixed();
	cgbench_times.ended = cgbench_now();
	cgbench_report(CGBENCH_TIMED);
}

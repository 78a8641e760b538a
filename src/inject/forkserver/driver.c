/* The "main" of every compiled program, in the common subset of C and C++: gets a process from
   the fork server and runs in it the test named on standard input. With CGBENCH_CLOCK, that of
   a program that is timed; with CGBENCH_EMULATED, of one that QEMU runs. */

#include "forkserver.c"

/* For another memory layout: by how much the stack begins lower, and how much is allocated on
   the heap before the tests. */
#ifndef CGBENCH_STACK
#define CGBENCH_STACK 0
#endif
#ifdef CGBENCH_HEAP
#include <stdlib.h>

static void *__volatile__ cgbench_taken;
#endif

#ifdef __TINYC__
void *alloca(unsigned long);
#define __builtin_alloca alloca
#else
#pragma GCC diagnostic ignored "-Walloca"
#endif

/* One test, as its source describes it. */
struct cgbench_test {
	/* left: the iterations that it has not made; ~0: its "verify" is false. */
	void (*run)(unsigned long count, long active, unsigned long *left);
	/* It reports this at its end: "end" and, on a second line, its name, as a linker may
	   have replaced it with another test. */
	const char *end;
	/* Its static constructors, if they were removed from those of the program. */
	void (*const *init)(int, char **, char **);
	void (*const *init_end)(int, char **, char **);
};

/* The linker's names for start and end of the section to which each test adds its address. */
extern const struct cgbench_test *const __start_cgbench_tests[];
extern const struct cgbench_test *const __stop_cgbench_tests[];

/* Failures are ignored: in a program that is run by hand, descriptor CGBENCH_END is closed. */
static long cgbench_write = SYS_getppid; /* which succeeds, until there is something to write */

static void
cgbench_say(int fd, const char *s, unsigned long n)
{
	if (syscall(cgbench_write, fd, s, n) < 0)
		return;
}

/* Reads a line into the n bytes at s by that call, and ends it with a newline in any case. */
static void
cgbench_read_line(long call, char *s, unsigned long n)
{
	long got = syscall(call, 0, s, n - 1);

	s[got < 0 ? 0 : got] = '\n';
}

/* Reads a number and the character that ends it. Returns the rest of s; NULL if there is no
   number. */
static const char *
cgbench_read_number(const char *s, char end, unsigned long *n)
{
	const char *start = s;

	for (*n = 0; *s >= '0' && *s <= '9'; s++) {
		if (*n > (~0ul - 9) / 10)
			return NULL;
		*n = *n * 10 + (unsigned long)(*s - '0');
	}
	return s > start && *s == end ? s + 1 : NULL;
}

/* The arguments that libc passes to constructors. */
static struct {
	int argc;
	char **argv, **env;
} cgbench_given;

#ifdef CGBENCH_CLOCK
#include "clock.c"
#else

static void
cgbench_run(const struct cgbench_test *test, unsigned long count, unsigned long variant)
{
	void (*const *init)(int, char **, char **);
	unsigned long left = 1, n = 0;
	long self = syscall(SYS_getpid, CGBENCH_ASK);

	for (init = test->init; init != test->init_end; init++)
		(*init)(cgbench_given.argc, cgbench_given.argv, cgbench_given.env);
	/* If gcc 16 guesses that this is cgbench_nothing, others run code that was not
	   warmed up. */
	((const __volatile__ struct cgbench_test *)test)->run(count, (long)variant, &left);
	while (test->end[n])
		n++;
	/* A process that the test forked may reach the end of the loop, too. */
	if (syscall(SYS_getpid, CGBENCH_ASK) != self)
		return;
	if (left == ~0ul)
		cgbench_say(CGBENCH_END, "false", 5);
	else if (left)
		cgbench_say(CGBENCH_END, "left", 4);
	else
		cgbench_say(CGBENCH_END, test->end, n);
}

/* Runs one of the tests as the line "TEST VARIANT COUNT" says. Returns the exit status. The
   cost of reading the line may depend on the variant and on the count, but not on a combination
   of both, which would not cancel out: so no branch depends on the value of a digit. */
static __attribute__((noinline)) int
cgbench_work(const char *s, const struct cgbench_test *const *tests, long n)
{
	static const char usage[] = "usage: echo TEST VARIANT COUNT | program\n";
	unsigned long test, variant, count;

	if ((s = cgbench_read_number(s, ' ', &test)) &&
	    (s = cgbench_read_number(s, ' ', &variant)) &&
	    cgbench_read_number(s, '\n', &count) && test < (unsigned long)n && variant <= 1) {
		cgbench_run(tests[test], count, variant);
		return 0;
	}
	cgbench_say(2, usage, sizeof usage - 1);
	return 2;
}

static void
cgbench_nothing(unsigned long count, long active, unsigned long *left)
{
	(void)active;
	*left = count;
}

/* The branch predictor of cachegrind has a counter of 2 bits for each pair of the low 7 bits of
   an address and the outcomes of the last 7 conditional branches. What start-up leaves in them
   depends on the other tests in the program. This makes rounds over 128 branches, one at each
   low part of an address, with no other conditional branch between them. They are taken as a
   shift register says that begins with a state of 7 bits and has had all but 0 after 127 steps;
   it stays at 0. In 127 rounds each branch meets all those histories, each followed by the same
   outcome, and after the third time the counter no longer depends on what it was. With another
   cgbench_pace there is one round. */
#ifdef __cplusplus
extern "C"
#endif
    void
    cgbench_learn(unsigned long state, unsigned long rounds);

/* Valgrind translates code when it first runs: each process would translate again the code that
   leads from the fork to the test, as the server does not go there. So before its main, the
   server runs main as a program does that is started by hand: without requests, with a line of
   work that is wrong (CGBENCH_NO_WORK), and without descriptor 2, to which it complains.
   cgbench_forget comes after that, and need not be whole then.

   The address of each branch of the driver matters to the tests, as they share the predictor,
   and the number of functions with an unwind table matters to those that throw. So what does
   this is not a part of main, is in an output section of its own, and has no unwind table. */
#if !defined CGBENCH_EMULATED && !defined CGBENCH_HEAP && !defined CGBENCH_NO_WARMUP && \
    !defined __TINYC__
#define CGBENCH_WARMS_UP
#define CGBENCH_AS_TEXT(name) #name
#define CGBENCH_NAME_OF(name) CGBENCH_AS_TEXT(name)
#define CGBENCH_MAIN CGBENCH_NAME_OF(main) /* which options may rename */
#endif

/* These parts are written in assembly. */
#if defined __x86_64__
#include "driver_x86_64.c"
#elif defined __aarch64__ && !defined CGBENCH_EMULATED
#include "driver_aarch64.c"
#endif

static void
cgbench_forget(void)
{
#ifdef CGBENCH_LEARNS
	cgbench_learn(1, 3 * 127 + 1);
	cgbench_learn(0, 3 + 1);
#endif
}

#ifdef CGBENCH_EMULATED
/* The parts of a life. One that only warms up keeps so many characters of its line, and calls
   the same functions with arguments as long. */
struct cgbench_life {
	const struct cgbench_way *way;
	long read, kept, write, exit;
	const struct cgbench_test *const *tests, *const *tests_end;
};

static __attribute__((noinline)) void
cgbench_live(int call, const char *dir, int real, const struct cgbench_action *ended)
{
	static const struct cgbench_test nothing = {
	    cgbench_nothing, "end\ncgbenchtest00000000", NULL, NULL};
	static const struct cgbench_test *const nothings[] = {&nothing};
	/* The first is for a request that warms up, the second for others. */
	static const struct cgbench_life lives[] = {
	    {&cgbench_warm_way, SYS_sched_yield, 13, SYS_getppid, SYS_getppid, nothings,
	        nothings + 1},
	    {&cgbench_way, SYS_read, 0, SYS_write, SYS_exit_group, __start_cgbench_tests,
	        __stop_cgbench_tests}};
	const struct cgbench_life *life = &lives[call != CGBENCH_WARM];
	char line[80] = "00000000 0 00\n";

	cgbench_become(life->way, dir, real, ended);
	cgbench_read_line(
	    life->read, line + life->kept, sizeof line - (unsigned long)life->kept);
	cgbench_write = life->write;
	syscall(life->exit, cgbench_work(line, life->tests, life->tests_end - life->tests));
}
#endif

/* Before the server waits for requests it runs an empty test, so that valgrind need not
   translate that code in each process. A process ends with its test: what exit would do is not
   part of it. */
static __attribute__((noinline)) int
cgbench_main(int argc, char **argv, char **env)
{
	static const struct cgbench_test nothing = {cgbench_nothing, "end", NULL, NULL};
	static const struct cgbench_test *const nothings[] = {&nothing};
	const struct cgbench_test *const *tests = nothings;
	long n = 1;
	char line[80] = "0 0 0\n";
	int turn, status = 0, served = 0;

#ifdef CGBENCH_HEAP
	cgbench_taken = malloc(CGBENCH_HEAP);
#endif
	cgbench_given.argc = argc;
	cgbench_given.argv = argv;
	cgbench_given.env = env;
	for (turn = 0; turn < 2; turn++) {
		if (turn) {
			cgbench_forget();
			served = cgbench_serve();
			cgbench_read_line(SYS_read, line, sizeof line);
			cgbench_write = SYS_write;
			tests = __start_cgbench_tests;
			n = __stop_cgbench_tests - tests;
		}
		status = cgbench_work(line, tests, n);
	}
	if (served)
		syscall(SYS_exit_group, status);
	return status;
}

int
main(int argc, char **argv, char **env)
{
	unsigned long above = (unsigned long)__builtin_frame_address(0) % CGBENCH_REGION;
	__volatile__ char *room =
	    (__volatile__ char *)__builtin_alloca(above + CGBENCH_STACK + sizeof above);

	int status = cgbench_main(argc, argv, env);

	/* Keeps the room in use until here. */
	*room = 0;
	return status;
}
#endif

/* The "main" of every compiled program, in the common part of C and C++: asks the fork server
   for its process, and runs there what the work says. */

#include "forkserver.c"

/* One test, as its source describes it. */
struct cgbench_test {
	void (*run)(unsigned long count, long active, unsigned long *left);
	/* Its static constructors, where they were taken out of those of the program. */
	void (*const *init)(void);
	void (*const *init_end)(void);
};

/* The linker's names for the ends of the section in which every test has put its address. */
extern const struct cgbench_test *const __start_cgbench_tests[];
extern const struct cgbench_test *const __stop_cgbench_tests[];

/* What cannot be written is not missed: by hand, nobody listens on descriptor CGBENCH_END. */
static void
cgbench_say(int fd, const char *s, unsigned long n)
{
	if (syscall(SYS_write, fd, s, n) < 0)
		return;
}

/* Reads up to a newline, and puts one there if the input ends without. */
static void
cgbench_read_line(char *s, unsigned long n)
{
	long got;

	while (--n && (got = syscall(SYS_read, 0, s, 1)) > 0 && *s != '\n')
		s++;
	*s = '\n';
}

/* Reads a number and the character that ends it. Returns what follows, or NULL. */
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

static int
cgbench_run(const struct cgbench_test *test, unsigned long count, unsigned long variant)
{
	void (*const *init)(void);
	unsigned long left = 1;

	for (init = test->init; init != test->init_end; init++)
		(*init)();
	test->run(count, (long)variant, &left);
	if (left)
		cgbench_say(CGBENCH_END, "left", 4);
	else
		cgbench_say(CGBENCH_END, "end", 3);
	return 0;
}

/* The work is one line on descriptor 0: "TEST VARIANT COUNT". What reading it costs may depend
   on the variant and on the count, but not on both together, or it would not cancel: so no
   branch looks at the value of a digit. */
int
main(void)
{
	static const char usage[] = "usage: echo TEST VARIANT COUNT | program\n";
	unsigned long tests = (unsigned long)(__stop_cgbench_tests - __start_cgbench_tests);
	unsigned long test, variant, count;
	char line[80];
	const char *s = line;

	cgbench_serve();
	cgbench_read_line(line, sizeof line);
	if ((s = cgbench_read_number(s, ' ', &test)) &&
	    (s = cgbench_read_number(s, ' ', &variant)) &&
	    cgbench_read_number(s, '\n', &count) && test < tests && variant <= 1)
		return cgbench_run(__start_cgbench_tests[test], count, variant);
	cgbench_say(2, usage, sizeof usage - 1);
	return 2;
}

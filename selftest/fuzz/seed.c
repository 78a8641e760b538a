/* The objects and libraries are compiled from this that the targets object and image begin
   with. Needs no header, so that clang compiles it for other machines, too. */

typedef void init(void);

extern int puts(const char *s);
extern void *stdout, *malloc(unsigned long n);
extern init *__start_cgbench_test_00000007_init[] __attribute((weak, visibility("hidden")));

static int counts[4] = {1, 2, 3};
const char *names[] = {"one", "two"};
int common;
double half = 0.5;

__attribute((constructor)) static void
begin(void)
{
	counts[3] = 4;
}

__attribute((noinline)) static int
sum(int n, const char *s)
{
	switch (n) {
	case 0:
		return puts(s);
	case 1:
		return puts("a");
	case 2:
		return common++;
	case 3:
		return (int)(half *= 3);
	case 4:
		return *s / n;
	default:
		return n;
	}
}

void
cgbench_test_00000007(unsigned long n, long active, unsigned long *left)
{
	for (; n--; *left = n) {
		__asm volatile("" : "+r"(active));
		if (active)
			counts[n & 3] += sum((int)n, names[n & 1]) + (malloc(n) == stdout);
	}
}

void *tests __attribute((used, section("cgbench_tests"))) = __start_cgbench_test_00000007_init;

#include <stdlib.h>
#include <string.h>

#include "valgrind/deviation.h"

/* Functions of the C library, without leading underscores. The last two of the vDSO's are where
   glibc's indirect functions of these names lead without it. */
static const struct {
	const char *name;
	enum deviation deviation;
} functions[] = {
    {"clock_gettime", DEVIATION_VDSO},
    {"clock_gettime64", DEVIATION_VDSO},
    {"gettimeofday", DEVIATION_VDSO},
    {"time", DEVIATION_VDSO},
    {"getcpu", DEVIATION_VDSO},
    {"sched_getcpu", DEVIATION_VDSO},
    {"gettimeofday_syscall", DEVIATION_VDSO},
    {"time_syscall", DEVIATION_VDSO},
    {"fesetround", DEVIATION_FENV},
    {"fesetenv", DEVIATION_FENV},
    {"fesetmode", DEVIATION_FENV},
    {"fetestexcept", DEVIATION_FENV},
    {"fegetexceptflag", DEVIATION_FENV},
    {"feenableexcept", DEVIATION_FENV},
    {"sigqueue", DEVIATION_SIGNAL},
    {"pthread_sigqueue", DEVIATION_SIGNAL},
    {"brk", DEVIATION_GROWTH},
    {"sbrk", DEVIATION_GROWTH},
};

#define FUNCTIONS (sizeof functions / sizeof *functions)

/* Lines of the log:
       --123-- WARNING: unhandled amd64-linux syscall: 449
       ==123== brk segment overflow in thread #1: can't grow to 0x4854000
       ==123== Cannot map memory to grow brk segment in thread #1 to 0x4854000
   The C library tries rseq at the start of every program; valgrind before 3.19 warns of that.
 */
static const char unhandled[] = "WARNING: unhandled ", rseq[] = "syscall: 334";
static const char *const heap[] = {"brk segment overflow", "Cannot map memory to grow brk"};

/* The index of a function in the table, FUNCTIONS if it is none of them. A name:
       __clock_gettime@@GLIBC_2.17 */
static size_t
find_function(const char *name, size_t n)
{
	const char *version = memchr(name, '@', n);
	size_t i;

	if (version)
		n = (size_t)(version - name);
	for (; n && *name == '_'; n--)
		name++;
	for (i = 0; i < FUNCTIONS; i++)
		if (strlen(functions[i].name) == n && !memcmp(functions[i].name, name, n))
			break;
	return i;
}

unsigned
deviation_function(const char *name)
{
	size_t i = find_function(name, strlen(name));

	return i < FUNCTIONS ? 1u << i : 0;
}

/* Sums up the instructions of the lines up to the next function. A line has its number in the
   source, then the counts, of which the first is Ir. A line, and one that ends the function:
       42 25 1 1 5 0 0 3 0 0
       fn=main */
static uint64_t
instructions(const char *line, const char *end)
{
	uint64_t sum = 0;
	char *at;

	for (; line < end && *line >= '0' && *line <= '9'; line++) {
		strtoull(line, &at, 10);
		sum += strtoull(at, NULL, 10);
		line = memchr(line, '\n', (size_t)(end - line));
		if (!line)
			break;
	}
	return sum;
}

void
deviation_add_out(struct deviations *deviations, const char *out, size_t n)
{
	static const char mark[] = "\nfn=";
	const char *end = out + n, *at = out, *line;
	size_t i;

	while ((at = memmem(at, (size_t)(end - at), mark, sizeof mark - 1))) {
		at += sizeof mark - 1;
		line = memchr(at, '\n', (size_t)(end - at));
		if (!line)
			break;
		i = find_function(at, (size_t)(line - at));
		if (i < FUNCTIONS && !(deviations->own & 1u << i))
			deviations->of[functions[i].deviation] += instructions(line + 1, end);
	}
}

/* The number of lines in which what occurs and but does not. */
static uint64_t
lines_with(const char *log, const char *what, const char *but)
{
	uint64_t n = 0;

	while ((log = strstr(log, what))) {
		const char *end = strchrnul(log, '\n');
		const char *other = but ? strstr(log, but) : NULL;

		n += !other || other > end;
		log = end;
	}
	return n;
}

void
deviation_add_log(struct deviations *deviations, const char *log)
{
	size_t i;

	deviations->of[DEVIATION_SYSCALL] += lines_with(log, unhandled, rseq);
	for (i = 0; i < sizeof heap / sizeof *heap; i++)
		deviations->of[DEVIATION_HEAP] += lines_with(log, heap[i], NULL);
}

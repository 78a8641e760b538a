#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "model/deviation.h"
#include "util/array.h"
#include "util/text.h"

/* Functions of the C library, without leading underscores. In glibc's shared library, the
   indirect ones only choose the code that is to be called: where there is no vDSO, the two that
   are named for a system call. */
static const struct {
	const char *name;
	enum deviation deviation;
	bool indirect;
} functions[] = {
    {"clock_gettime", DEVIATION_VDSO, false},
    {"clock_gettime64", DEVIATION_VDSO, false},
    {"gettimeofday", DEVIATION_VDSO, true},
    {"time", DEVIATION_VDSO, true},
    {"getcpu", DEVIATION_VDSO, false},
    {"sched_getcpu", DEVIATION_VDSO, false},
    {"gettimeofday_syscall", DEVIATION_VDSO, false},
    {"time_syscall", DEVIATION_VDSO, false},
    {"fesetround", DEVIATION_FENV, false},
    {"fesetenv", DEVIATION_FENV, false},
    {"fesetmode", DEVIATION_FENV, false},
    {"fetestexcept", DEVIATION_FENV, false},
    {"fegetexceptflag", DEVIATION_FENV, false},
    {"feenableexcept", DEVIATION_FENV, false},
    {"sigqueue", DEVIATION_SIGNAL, false},
    {"pthread_sigqueue", DEVIATION_SIGNAL, false},
    {"brk", DEVIATION_GROWTH, false},
    {"sbrk", DEVIATION_GROWTH, false},
};

#define FUNCTIONS COUNTOF(functions)

/* Lines of the log:
       --123-- WARNING: unhandled amd64-linux syscall: 449
       ==123== brk segment overflow in thread #1: can't grow to 0x4854000
       ==123== Cannot map memory to grow brk segment in thread #1 to 0x4854000
   The C library tries rseq when a program starts; valgrind before 3.19 warns of that. */
static const char unhandled[] = "WARNING: unhandled ", rseq[] = "syscall: 334";
static const char *const heap[] = {"brk segment overflow", "Cannot map memory to grow brk"};

/* The index of a function in the table, FUNCTIONS if it is not in it. A name:
       __clock_gettime@@GLIBC_2.17 */
static size_t
deviation_find_function(const char *name, size_t n)
{
	const char *version = memchr(name, '@', n);
	size_t i;

	if (version)
		n = (size_t)(version - name);
	for (; n && *name == '_'; n--)
		name++;
	for (i = 0; i < FUNCTIONS; i++)
		if (text_equals(name, n, functions[i].name))
			break;
	return i;
}

unsigned
deviation_function(const char *name)
{
	size_t i = deviation_find_function(name, strlen(name));

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
	/* Every dynamic linker calls this function, for debuggers. */
	static const char mark[] = "\nfn=", dynamic[] = "\nfn=_dl_debug_state\n";
	const char *end = out + n, *at = out, *line;
	bool chosen = memmem(out, n, dynamic, sizeof dynamic - 1);
	size_t i;

	while ((at = memmem(at, (size_t)(end - at), mark, sizeof mark - 1))) {
		at += sizeof mark - 1;
		line = memchr(at, '\n', (size_t)(end - at));
		if (!line)
			break;
		i = deviation_find_function(at, (size_t)(line - at));
		if (i < FUNCTIONS && !(deviations->own & 1u << i) &&
		    !(chosen && functions[i].indirect))
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
	deviations->of[DEVIATION_SYSCALL] += lines_with(log, unhandled, rseq);
	for (size_t i = 0; i < COUNTOF(heap); i++)
		deviations->of[DEVIATION_HEAP] += lines_with(log, heap[i], NULL);
}

/* A clock for tests, preloaded into timed programs: it goes by steps that depend on nothing but the request in the file
   "work" of the directory, "TEST VARIANT COUNT STACK HEAP", and on the variable CLOCK. The n-th reading is n times as
   far from the one before as a unit, so that the long loop always takes two units longer than the short one. The
   program that times commands shows the stack's layout in the variable PAD; all that it times is active. A clock that
   "grows" doubles its steps, so that a long loop takes twice as long as the short one. The processes that a program
   forks read the same clock. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

static const char *
word(const char *name)
{
	const char *clock = getenv("CLOCK");
	const char *found = clock ? strstr(clock, name) : NULL;

	return found ? found + strlen(name) : NULL;
}

/* "active=N": how many ns more an active turn takes than an empty one. */
static long
number(const char *name, long usual)
{
	const char *s = word(name);

	return s ? atol(s) : usual;
}

static long
unit(void)
{
	long test, variant = 0, count = 0, stack = 0, n;
	FILE *f = fopen("work", "r");

	if (!f || fscanf(f, "%ld %ld %ld %ld", &test, &variant, &count, &stack) != 4) {
		const char *padding = getenv("PAD");

		variant = 1;
		stack = padding ? (long)strlen(padding) : 0;
	}
	if (f)
		fclose(f);
	n = number("unit=", 1000000) + stack * number("noise=", 1);
	if (variant)
		n += number("active=", 3000000) / 2 + stack * number("spread=", 10);
	return n;
}

int
clock_gettime(clockid_t id, struct timespec *t)
{
	static struct {
		long now, reading, of;
	} * at;

	(void)id;
	if (!at) {
		at = mmap(NULL, sizeof *at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
		if (at == MAP_FAILED)
			abort();
		at->now = 1000000000;
		at->of = unit();
	}
	at->reading++;
	if (word("back") && at->reading == 9)
		at->now -= 1;
	else if (word("steady"))
		at->now += 1000;
	else if (!word("still"))
		at->now += at->reading <= 3 && !word("coarse") ? 10
		           : word("grows")                     ? at->of << at->reading / 2
		                                               : at->reading * at->of;
	t->tv_sec = at->now / 1000000000;
	t->tv_nsec = at->now % 1000000000;
	return 0;
}

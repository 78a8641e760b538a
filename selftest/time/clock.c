/* A clock for tests, preloaded into timed programs: it goes by steps that depend on nothing but
   the request in the file "work" of the directory, "TEST VARIANT COUNT STACK HEAP", and on the
   variable CLOCK. The n-th reading is n times as far from the one before as a unit, so that the
   long loop always takes two units longer than the short one. The program that times commands
   shows the stack's layout in the variable PAD; all that it times is active. A clock that
   "grows" goes by the square of n. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
	static long now = 1000000000, reading, of;

	(void)id;
	if (!of)
		of = unit();
	reading++;
	if (word("back") && reading == 8)
		now -= 1;
	else if (word("steady"))
		now += 1000;
	else if (!word("still"))
		now += reading <= 3 && !word("coarse") ? 10
		       : word("grows")                 ? reading * reading * of
		                                       : reading * of;
	t->tv_sec = now / 1000000000;
	t->tv_nsec = now % 1000000000;
	return 0;
}

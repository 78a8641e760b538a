/* Limits of time, with the clock and what is used made up. */

#include <time.h>

#include "process/limit.h"
#include "process/usage.h"
#include "tap.h"

static int64_t now; /* milliseconds */
static struct usage used;
static bool readable;

int
clock_gettime(clockid_t clock, struct timespec *t)
{
	(void)clock;
	*t = (struct timespec){now / 1000, now % 1000 * 1000000};
	return 0;
}

bool
usage_read(pid_t pid, struct usage *usage)
{
	*usage = used;
	return pid == 7 && readable;
}

/* A letter is a second of a process, up to 100 times: 'c' it computes, 'w' it waits for a processor and gets a tenth
   of it, 's' it sleeps, 'x' cgbench is stopped for an hour. The last letter is for ever. Prints the second in which the
   limit passed, and the message. */
static void
passes(const char *does, const struct command *command, bool anew, const char *want, const char *name)
{
	struct limit limit;
	struct overtime overtime = {0};
	char *said, *got = NULL;

	now = 5000;
	used = (struct usage){.processor = anew ? 1000000 : 0};
	limit_begin(&limit, command, anew);
	for (int second = 1; second <= 100 && !got; second++) {
		now += *does == 'x' ? 3600000 : 1000;
		used.processor += *does == 'c' ? 1000 : *does == 'w' ? 100 : 0;
		used.busy = *does == 'c' || *does == 'w';
		does += does[1] != '\0';
		if (limit_left(&limit) || !limit_passed(&limit, 7, &overtime))
			continue;
		said = overtime_show(&overtime);
		got = text_print("%d: %s", second, said);
		free(said);
	}
	is(got ? got : "never", want, name);
	free(got);
}

int
main(void)
{
	const struct command measured = {.measured = true, .timeout = 4}, compiles = {.timeout = 4};
	struct limit limit;

	readable = true;
	passes(
	    "c", &measured, false, "4: not done after 4 seconds of processor time (--timeout)", "a test that computes");
	passes("c", &compiles, false, "20: not done after 20 seconds of processor time (--timeout)", "a compiler");
	passes("w", &measured, false, "40: not done after 4 seconds of processor time (--timeout); the host was busy",
	    "a test on a busy host");
	passes("s", &measured, false, "20: not done after 20 seconds, 0 of them of processor time (--timeout)",
	    "a test that sleeps");
	passes("s", &compiles, false, "20: not done after 20 seconds, 0 of them of processor time (--timeout)",
	    "a compiler that sleeps");
	passes("sssssscccs", &measured, false, "23: not done after 20 seconds, 3 of them of processor time (--timeout)",
	    "a test that computes meanwhile");
	passes("xxxs", &measured, false, "17: not done after 20 seconds, 0 of them of processor time (--timeout)",
	    "time in which cgbench was stopped counts little");
	passes("c", &measured, true, "8: not done after 4 seconds of processor time (--timeout)",
	    "what was used before is not known");
	readable = false;
	passes("s", &measured, false, "4: not done after 4 seconds of processor time (--timeout)", "without /proc");
	limit_begin(&limit, &measured, false);
	ok(limit_left(&limit) == 4000, "nothing is looked at before");
	limit_put_off(&limit, 5);
	ok(limit_left(&limit) == 5000, "nor before what it was put off to");
	return tap_done();
}

#include <time.h>

#include "process/limit.h"
#include "process/usage.h"
#include "util/text.h"

/* A process is looked at LOOKS times during its timeout. The kernel updates the processor time
   that it shows every TICK milliseconds. */
enum { LOOKS = 4, TICK = 10 };

static int64_t
now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void
limit_begin(struct limit *limit, const struct command *command, bool anew)
{
	bool runs_tests = command->measured || command->guarded;

	*limit = (struct limit){.timeout = command->timeout,
	    .most = command->timeout * (runs_tests ? 1 : LIMIT_TIMES),
	    .base = anew ? -1 : 0};
	limit_put_off(limit, limit->timeout);
}

void
limit_put_off(struct limit *limit, unsigned seconds)
{
	limit->next = now_ms() + (int64_t)seconds * 1000;
}

int
limit_left(const struct limit *limit)
{
	int64_t left = limit->next - now_ms();

	return left < 0 ? 0 : left > 1000000 ? 1000000 : (int)left;
}

/* Splits the time since the last look. If cgbench itself was stopped, so may have been the
   process. Time about which nothing can be read counts as used. */
static void
look(struct limit *limit, pid_t pid, int64_t now, int64_t period)
{
	int64_t since = limit->looked ? now - limit->looked : limit->timeout * 1000;
	int64_t before = limit->used, spare;
	struct usage usage;

	since = since > 2 * period && limit->looked ? period : since;
	if (!usage_read(pid, &usage)) {
		limit->used += since;
	} else {
		if (limit->base < 0)
			limit->base = (int64_t)usage.processor;
		limit->used = (int64_t)usage.processor - limit->base;
		spare = since - (limit->used - before);
		if (limit->looked && spare > 0)
			*(usage.busy ? &limit->waited : &limit->slept) += spare;
	}
	limit->looked = now;
}

bool
limit_passed(struct limit *limit, pid_t pid, struct overtime *overtime)
{
	int64_t period = (int64_t)limit->timeout * 1000 / LOOKS, now = now_ms(), left;
	int64_t sleep = (LIMIT_TIMES - 1) * (int64_t)limit->timeout * 1000;

	look(limit, pid, now, period);
	left = (int64_t)limit->most * 1000 - limit->used;
	if (left > 0 && limit->slept < sleep) {
		limit->next = now + (left < period ? left + TICK : period);
		return false;
	}
	*overtime =
	    (struct overtime){.limit = left > 0 ? limit->timeout * LIMIT_TIMES : limit->most,
	        .slept = left > 0,
	        .processor = (unsigned)(limit->used / 1000),
	        .busy = limit->waited > limit->used};
	return true;
}

char *
overtime_show(const struct overtime *overtime)
{
	const char *busy = overtime->busy ? "; the host was busy" : "";

	if (overtime->slept)
		return text_print(
		    "not done after %u seconds, %u of them of processor time (--timeout)%s",
		    overtime->limit, overtime->processor, busy);
	return text_print(
	    "not done after %u seconds of processor time (--timeout)%s", overtime->limit, busy);
}

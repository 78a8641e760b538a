/* The processor of timed programs, with the answers of the kernel made up. */

#include <errno.h>
#include <sched.h>

#include "process/pinned.h"
#include "tap.h"

static bool refuses;
static cpu_set_t allowed, set_to;

int
sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set)
{
	(void)pid;
	(void)size;
	*set = allowed;
	return 0;
}

int
sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set)
{
	(void)pid;
	(void)size;
	errno = EPERM;
	if (!refuses)
		set_to = *set;
	return refuses ? -1 : 0;
}

int
main(void)
{
	CPU_ZERO(&allowed);
	CPU_SET(1, &allowed);
	CPU_SET(6, &allowed);
	ok(pinned_processor() == 6, "the last that is allowed");
	ok(CPU_EQUAL(&set_to, &allowed), "asking changes nothing");
	pinned_stay();
	ok(CPU_COUNT(&set_to) == 1 && CPU_ISSET(6, &set_to), "is the only one to stay on");
	CPU_CLR(6, &allowed);
	ok(pinned_processor() == 1, "one is enough");
	refuses = true;
	ok(pinned_processor() == -1, "none if the kernel refuses");
	return tap_done();
}

/* The CPUs that may be used, with the answers of the kernel made up. */

#include <errno.h>
#include <sched.h>

#include "process/host.h"
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
	ok(host_cpus() >= 1 && host_cpus() <= 2, "not more than the mask has");
	ok(host_processor() == 6, "the last that is allowed");
	ok(CPU_EQUAL(&set_to, &allowed), "asking changes nothing");
	host_stay();
	ok(CPU_COUNT(&set_to) == 1 && CPU_ISSET(6, &set_to), "is the only one to stay on");
	CPU_CLR(6, &allowed);
	ok(host_processor() == 1, "one is enough");
	ok(host_cpus() == 1, "one that the mask has");
	refuses = true;
	ok(host_processor() == -1, "none if the kernel refuses");
	return tap_done();
}

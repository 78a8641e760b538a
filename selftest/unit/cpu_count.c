/* The CPUs that may be used are not more than the affinity mask lets through. */

#include <sched.h>

#include "process/cpu_count.h"
#include "tap.h"

int
main(void)
{
	cpu_set_t all, one;
	int cpu;

	ok(cpu_count_usable() >= 1, "at least one");
	if (sched_getaffinity(0, sizeof all, &all))
		return tap_done();
	ok(cpu_count_usable() <= (unsigned)CPU_COUNT(&all), "not more than the mask has");
	for (cpu = 0; !CPU_ISSET(cpu, &all); cpu++)
		;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	if (!sched_setaffinity(0, sizeof one, &one))
		ok(cpu_count_usable() == 1, "one that the mask has");
	return tap_done();
}

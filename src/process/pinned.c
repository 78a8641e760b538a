#include <sched.h>

#include "process/pinned.h"

int
pinned_processor(void)
{
	cpu_set_t set;
	int i;

	/* A container may refuse the second, which changes nothing here. */
	if (sched_getaffinity(0, sizeof set, &set) || sched_setaffinity(0, sizeof set, &set))
		return -1;
	for (i = CPU_SETSIZE - 1; i >= 0 && !CPU_ISSET(i, &set); i--)
		;
	return i;
}

void
pinned_stay(void)
{
	int processor = pinned_processor();
	cpu_set_t set;

	if (processor < 0)
		return;
	CPU_ZERO(&set);
	CPU_SET(processor, &set);
	sched_setaffinity(0, sizeof set, &set);
}

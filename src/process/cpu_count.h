#ifndef CPU_COUNT_H
#define CPU_COUNT_H

/* How many CPUs this process may use: those of its affinity mask, or fewer if a control group
   limits it (cgroup v1 or v2; rounded down, at least 1). */
unsigned cpu_count_usable(void);

#endif

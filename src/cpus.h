#ifndef CPUS_H
#define CPUS_H

/* How many CPUs this process may use: those of its affinity mask, or fewer where a control
   group limits it (cgroup v1 or v2; rounded down, at least 1). */
unsigned cpus_usable(void);

#endif

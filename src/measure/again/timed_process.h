#ifndef TIMED_PROCESS_H
#define TIMED_PROCESS_H

#include "inject/forkserver/protocol.h"
#include "measure/build/program.h"

/* A process that times a variant of a test, outside of valgrind. A compiled test times itself;
   a command is started by CGBENCH_TIMER, once for each iteration unless its words have @count@.
 */

struct timed_process {
	const struct program *program;
	size_t task; /* its number in the program */
	enum variant variant;
	uint64_t iterations; /* of the short loop; 0: they are to be found */
	struct memory_layout layout;
};

/* Runs it while no other process runs. Returns NULL, or why there are no times; the caller
   frees. */
char *timed_process_run(const struct timed_process *process, struct cgbench_times *times);
/* Whether there are no times because the clock is of no use. */
bool timed_process_lacks_clock(const struct cgbench_times *times);

#endif

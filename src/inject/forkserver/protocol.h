#ifndef CGBENCH_PROTOCOL_H
#define CGBENCH_PROTOCOL_H

/* The messages between cgbench and a program that it measures, in the common subset of C and
   C++: every generated program includes a copy. */

/* One record of the regular file on descriptor CGBENCH_REQUESTS. */
struct cgbench_request {
	int call;     /* enum cgbench_call */
	int cell;     /* if a request of a cell fails, the cell's other requests are skipped */
	int number;   /* for the replies */
	int stack;    /* bytes by which a preloaded program's stack begins lower, and */
	int heap;     /* bytes it allocates first on its heap; the same in all requests */
	char dir[44]; /* of the measurement: for its work, standard error and end report */
};

/* The server either only warms up, does the work in its own process, or forks a process for it.
 */
enum cgbench_call { CGBENCH_WARM, CGBENCH_HERE, CGBENCH_FORK };

/* One record is written to descriptor CGBENCH_REPLIES when a process begins, and one when it
   ends. */
struct cgbench_reply {
	int number;
	int pid;
	int over;
	int status; /* as returned by wait4 */
};

/* What a timed program writes to CGBENCH_REPLIES before it ends. Times are nanoseconds of one
   monotonic clock. */
struct cgbench_times {
	unsigned long began, ended; /* readings of the clock */
	unsigned long step;         /* how far the clock goes when it moves */
	unsigned long count; /* turns of the short loop; the long one has twice as many */
	unsigned long ns[2]; /* what the short and the long loop took, with setup */
	unsigned long fixed; /* what a fixed loop took, which shows the processor's speed */
	long fault;          /* enum cgbench_fault */
};

/* Why there are no times: the clock stands still or went back, or the test left its loop. */
enum cgbench_fault { CGBENCH_TIMED, CGBENCH_STILL, CGBENCH_BACK, CGBENCH_LEFT };

/* Descriptors far from those that a program opens itself. On CGBENCH_END the program reports
   that it reached its end; valgrind's messages go to CGBENCH_LOG. */
enum { CGBENCH_LOG = 252, CGBENCH_REQUESTS = 253, CGBENCH_REPLIES = 254, CGBENCH_END = 255 };

/* The stack of "main" begins below an address that is a multiple of this. Above it are the
   environment and the auxiliary vector, which is larger with newer kernels. */
enum { CGBENCH_REGION = 1 << 16 };

/* If this file exists next to the requests, it is standard input before the first fork. */
#define CGBENCH_WARMUP "warmup"

/* The exit status of a server that cannot fork because the program has started threads, of one
   that cannot fork because the system refuses, and of a process that cannot open its files. */
enum { CGBENCH_THREADS = 124, CGBENCH_NO_FORK = 125, CGBENCH_NO_FILES = 126 };

/* The name of the preloaded library, by which it finds itself in LD_PRELOAD. */
#define CGBENCH_PRELOAD "libcgbench-forkserver.so"

#endif

#ifndef CGBENCH_PROTOCOL_H
#define CGBENCH_PROTOCOL_H

/* What cgbench and a program that it measures say to each other, in the common part of C and
   C++: every generated program holds a copy. */

/* One record of the regular file on descriptor CGBENCH_REQUESTS. */
struct cgbench_request {
	int call;     /* enum cgbench_call */
	int cell;     /* when a request of a cell fails, its next ones are passed over */
	int number;   /* for the replies */
	int stack;    /* bytes by which a preloaded program's stack begins lower, */
	int heap;     /* and that it takes from its heap before; the same in all requests */
	char dir[44]; /* of the measurement: its work, its standard error, its end */
};

/* A turn of the server that only warms up, one that does the work in the server's own process,
   and one that does it in a process of its own. */
enum cgbench_call { CGBENCH_WARM, CGBENCH_HERE, CGBENCH_FORK };

/* One record written to descriptor CGBENCH_REPLIES when a process begins, and one at its end.
 */
struct cgbench_reply {
	int number;
	int pid;
	int over;
	int status; /* as wait4 gives it */
};

/* Descriptors far from those that a program gets for itself. CGBENCH_END takes the report that
   the program came to its end; what valgrind has to say goes to CGBENCH_LOG. */
enum { CGBENCH_LOG = 252, CGBENCH_REQUESTS = 253, CGBENCH_REPLIES = 254, CGBENCH_END = 255 };

/* The stack of "main" begins below an address that is a multiple of this: the environment and
   what the kernel tells a program, which is more with newer kernels, lie above it. */
enum { CGBENCH_REGION = 1 << 16 };

/* A file beside the requests, where there is one, is standard input before the first fork. */
#define CGBENCH_WARMUP "warmup"

/* The status of a server that has to fork and cannot: because the program has started threads,
   or because the system refuses; and of a process that cannot open its files. */
enum { CGBENCH_THREADS = 124, CGBENCH_NO_FORK = 125, CGBENCH_NO_FILES = 126 };

/* The name of the library that is preloaded, by which it knows itself in LD_PRELOAD. */
#define CGBENCH_PRELOAD "libcgbench-forkserver.so"

#endif

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
	int real;     /* what is left to chance: a set of enum chance */
	char dir[40]; /* of the measurement: for its work, standard error and end report */
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

/* It is equal in programs for 32 bits. */
__extension__ typedef unsigned long long cgbench_u64;

/* A timed program writes this to CGBENCH_REPLIES before it ends. Times are nanoseconds of one
   monotonic clock. */
struct cgbench_times {
	cgbench_u64 began, ended; /* readings of the clock */
	cgbench_u64 tick;         /* how far the clock goes when it moves */
	cgbench_u64 count;  /* iterations by which the long loop is longer than the short one */
	cgbench_u64 ns[2];  /* what the short and the long loop took, with setup */
	cgbench_u64 fixed;  /* what a fixed loop took, which shows the processor's speed */
	cgbench_u64 fault;  /* enum cgbench_fault */
	cgbench_u64 status; /* as that fault says */
};

/* Why there are no times. */
enum cgbench_fault {
	CGBENCH_TIMED,
	CGBENCH_STILL,   /* the clock stands still */
	CGBENCH_BACK,    /* it went back */
	CGBENCH_LEFT,    /* the test left its loop */
	CGBENCH_NO_TIME, /* even a very long loop takes no longer than its half */
	CGBENCH_ENDED, /* a process ended otherwise than it should: its status as of waitpid */
	CGBENCH_NO_EXEC, /* one could not be started: errno */
	CGBENCH_THREADED /* there are threads already, which no fork has */
};

/* The program that times commands, and the character that stands for the number of iterations
   in their words. */
#define CGBENCH_TIMER "cgbench-timer"
enum { CGBENCH_TURNS = 1 };

/* Descriptors far from those that a program opens itself. On CGBENCH_END the program reports
   that it reached its end; valgrind's messages go to CGBENCH_LOG. */
enum { CGBENCH_LOG = 252, CGBENCH_REQUESTS = 253, CGBENCH_REPLIES = 254, CGBENCH_END = 255 };

/* An argument that prctl ignores tells that a request begins, and what it leaves to chance. */
enum { CGBENCH_BEGIN = 0x63670000, CGBENCH_BEGIN_MASK = 0x7fff0000, CGBENCH_REAL = 0xffff };

/* An argument that getpid ignores: a question without any is taken for valgrind's own. */
enum { CGBENCH_ASK = 1 };

/* The stack of "main" begins below an address that is a multiple of this. Above it are the
   environment and the auxiliary vector, which is larger with newer kernels. */
enum { CGBENCH_REGION = 1 << 16 };

/* The first line of the standard input of a compiled program before the first fork: a test that
   there never is, in as many digits as any. */
#define CGBENCH_NO_WORK "99999999 0 10\n"

/* If this file exists next to the requests, it is standard input before the first fork. */
#define CGBENCH_WARMUP "warmup"

/* The exit status of a server that cannot fork because the program has started threads, of one
   that cannot fork because the system refuses, and of a process that cannot open its files. */
enum { CGBENCH_THREADS = 124, CGBENCH_NO_FORK = 125, CGBENCH_NO_FILES = 126 };

/* The name of the preloaded library, by which it finds itself in LD_PRELOAD. */
#define CGBENCH_PRELOAD "libcgbench-forkserver.so"

#endif

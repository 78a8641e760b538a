/* The fork server, in the common subset of C and C++. It is part of a language's "main" and of
   the library that is preloaded into interpreters.

   Both engines run a program through this same loop, so that its cost is the same for both and
   cancels out. The engine "fork" has many requests and forks for each. The engine "exec" has
   one, for which the fork is replaced by a system call that does nothing. */

#include "kernel.h"

/* The system calls of one iteration. If it only warms up, they are replaced by calls that also
   succeed, so that it takes the same branches. */
struct cgbench_calls {
	long begin, wait, kill, reap;
};

/* With CGBENCH_EMULATED, in a program that QEMU runs, the server warms up by running all that a
   forked process runs. There a block of code takes as long to translate as thousands of
   instructions, and no count depends on what ran before. */
#ifdef CGBENCH_EMULATED
#define CGBENCH_WARM_BEGIN SYS_sched_yield /* which returns 0 */
#else
#define CGBENCH_WARM_BEGIN SYS_getppid
#endif

/* In the order of enum cgbench_call. None crosses the end of a cache line: if the first fork
   could miss the cache where later ones do not. */
static const struct cgbench_calls cgbench_calls[] __attribute((aligned(64))) = {
    {CGBENCH_WARM_BEGIN, SYS_getppid, SYS_getppid, SYS_getppid},
    {SYS_sched_yield, SYS_getppid, SYS_getppid, SYS_getppid},
    {CGBENCH_SYS_FORK, SYS_waitid, SYS_kill, SYS_wait4},
};

/* The system calls that turn a forked server into the process for a request. valgrind
   translates code when it first runs: each process would translate again the code that only
   processes run. So the server runs that code once itself, with calls that do nothing and
   succeed. */
struct cgbench_way {
	long bind, group, enter, open, turn, close, handle;
} __attribute((aligned(64)));

static const struct cgbench_way cgbench_way = {SYS_prctl, SYS_setpgid, SYS_chdir, SYS_openat,
    CGBENCH_SYS_DUP, SYS_close, SYS_rt_sigaction};
static const struct cgbench_way cgbench_warm_way = {SYS_getppid, SYS_getppid, SYS_sched_yield,
    SYS_getppid, SYS_getppid, SYS_getppid, SYS_getppid};

/* The action for a signal, in the kernel's format. */
struct cgbench_action {
	void (*handler)(int); /* NULL: the default */
	unsigned long flags;
	void (*restorer)(void);
	unsigned long long mask;
};

/* All system calls use the function syscall: it is bound before the first fork and so need not
   be bound again in each process. */
static void
cgbench_reopen(const struct cgbench_way *way, const char *path, int flags, int fd)
{
	long opened = syscall(way->open, CGBENCH_AT_FDCWD, path, flags, 0644);

	if (opened < 0)
		syscall(SYS_exit_group, CGBENCH_NO_FILES);
	syscall(way->turn, opened, fd CGBENCH_DUP_ARGUMENTS);
	syscall(way->close, opened);
}

/* Makes this process the one for the request with this directory. It dies with its server,
   because an orphan whose test kills its parent would kill cgbench. */
static __attribute__((noinline)) void
cgbench_become(const struct cgbench_way *way, const char *dir, int real,
    const struct cgbench_action *ended)
{
	syscall(way->bind, CGBENCH_SET_PDEATHSIG, CGBENCH_SIGKILL, CGBENCH_BEGIN | real);
	syscall(way->group, 0, 0);
	if (syscall(way->enter, dir))
		syscall(SYS_exit_group, CGBENCH_NO_FILES);
	cgbench_reopen(way, "work", CGBENCH_O_RDONLY, 0);
	cgbench_reopen(way, "stderr", CGBENCH_O_WRONLY | CGBENCH_O_CREAT | CGBENCH_O_APPEND, 2);
	cgbench_reopen(
	    way, "end", CGBENCH_O_WRONLY | CGBENCH_O_CREAT | CGBENCH_O_APPEND, CGBENCH_END);
	syscall(way->close, CGBENCH_LOG);
	syscall(way->close, CGBENCH_REQUESTS);
	syscall(way->close, CGBENCH_REPLIES);
	syscall(way->handle, CGBENCH_SIGCHLD, ended, NULL, sizeof ended->mask);
}

#ifdef CGBENCH_EMULATED
/* The life of a process for a request with this call. It returns if that only warms up. */
static void cgbench_live(
    int call, const char *dir, int real, const struct cgbench_action *ended);
#endif

static void
cgbench_tell(int number, long pid, int over, int status)
{
	struct cgbench_reply reply;

	reply.number = number;
	reply.pid = (int)pid;
	reply.over = over;
	reply.status = status;
	syscall(SYS_write, CGBENCH_REPLIES, &reply, sizeof reply);
}

/* Returns 1 if the engine is "fork"; the last request says so. */
static int
cgbench_must_fork(void)
{
	struct cgbench_request last;
	long offset =
	    syscall(SYS_lseek, CGBENCH_REQUESTS, -(long)sizeof last, CGBENCH_SEEK_END);

	return syscall(SYS_pread64, CGBENCH_REQUESTS, &last, sizeof last,
	           CGBENCH_OFFSET(offset)) == (long)sizeof last &&
	       last.call == CGBENCH_FORK;
}

/* Threads that are not the program's but of what runs it. */
#ifdef CGBENCH_EMULATED
#define CGBENCH_OTHER_THREADS 1
#else
#define CGBENCH_OTHER_THREADS 0
#endif

/* The link count of this directory is 2 plus the number of threads. A thread that was joined
   or is about to end may still be listed for a moment, or for long if the machine is busy. */
static int
cgbench_has_threads(void)
{
	enum { THIS_THREAD = 3 };
	struct cgbench_stat tasks;
	int tries;

	for (tries = 10000; tries; tries--) {
		if (CGBENCH_STAT("/proc/self/task", &tasks) ||
		    tasks.st_nlink <= THIS_THREAD + CGBENCH_OTHER_THREADS)
			return 0;
		syscall(SYS_sched_yield);
	}
	return 1;
}

/* Returns 1, once in the process for each request; the server itself ends here. If there are no
   requests, as in a program that is run by hand, returns 0 at once. Every iteration takes the
   same branches, whatever its call is and whether the one before failed: otherwise the branch
   predictor would remember the difference in the cells that follow. The other requests of a
   cell that failed only warm up. */
static int
cgbench_serve(void)
{
	struct cgbench_request request;
	const struct cgbench_calls *calls;
	union cgbench_info info;
	int status, number, failed = -1;
	/* All bits or none. Volatile, as compilers turn masks into branches. */
	__volatile__ int over, lost;
	long offset, pid, n;
	/* A program's own SIGCHLD handler is not meant for these processes. It would also miss
	   the caches in the first process only. */
	struct cgbench_action usual = {NULL, 0, NULL, 0}, own = usual;

	if (cgbench_must_fork() && cgbench_has_threads())
		syscall(SYS_exit_group, CGBENCH_THREADS);
	syscall(SYS_rt_sigaction, CGBENCH_SIGCHLD, &usual, &own, sizeof own.mask);
	cgbench_become(&cgbench_warm_way, "", 0, &own);
	for (offset = 0;; offset += (long)sizeof request) {
		n = syscall(SYS_pread64, CGBENCH_REQUESTS, &request, sizeof request,
		    CGBENCH_OFFSET(offset));
		if (n != (long)sizeof request)
			break;
		over = -(request.cell == failed);
		number = request.number | over;
		calls = &cgbench_calls[request.call & ~over];
		pid = syscall(calls->begin CGBENCH_FORK_ARGUMENTS);
		if (pid == 0) {
#ifdef CGBENCH_EMULATED
			cgbench_live(request.call & ~over, request.dir, request.real, &own);
			continue;
#else
			cgbench_become(&cgbench_way, request.dir, request.real, &own);
			return 1;
#endif
		}
		if (pid < 0)
			syscall(SYS_exit_group, CGBENCH_NO_FORK);
		cgbench_tell(number, pid, 0, 0);
		status = 0;
		syscall(calls->wait, CGBENCH_P_PID, pid, &info,
		    CGBENCH_WEXITED | CGBENCH_WNOWAIT, NULL);
		syscall(calls->kill, -pid, CGBENCH_SIGKILL);
		syscall(calls->reap, pid, &status, 0, NULL);
		lost = -(status != 0);
		failed += (request.cell - failed) & lost;
		cgbench_tell(number, pid, 1, status);
	}
	if (n == 0)
		syscall(SYS_exit_group, 0);
	syscall(SYS_rt_sigaction, CGBENCH_SIGCHLD, &own, NULL, sizeof own.mask);
	return 0;
}

#pragma once

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>

/* The system calls by which chance comes into a process, and those that take its number. */
enum chance_call {
	CALL_OPEN,
	CALL_OPENAT,
	CALL_OPENAT2,
	CALL_READLINK,
	CALL_READLINKAT,
	CALL_STAT,
	CALL_LSTAT,
	CALL_FSTAT,
	CALL_FSTATAT,
	CALL_STATX,
	CALL_GETLK,
	CALL_TIME,
	CALL_GETTIMEOFDAY,
	CALL_CLOCK_GETTIME,
	CALL_CLOCK_GETTIME64,
	CALL_TIMES,
	CALL_GETRUSAGE,
	CALL_GETRANDOM,
	CALL_TICKS,
	CALL_DRAW,
	CALL_COUNTER,
	CALL_SELF,
	CALL_GETPID,
	CALL_GETPPID,
	CALL_GETTID,
	CALL_GETPGRP,
	CALL_GETPGID,
	CALL_GETSID,
	CALL_GETCPU,
	CALL_SYSINFO,
	CALL_GETPRIORITY,
	CALL_SETPRIORITY,
	CALL_GETCWD,
	CALL_SOCKET,
	CALL_ALARM,
	CALL_SETITIMER,
	CALL_TIMER_CREATE,
	CALL_TIMERFD_CREATE,
	CALL_SELECT,
	CALL_PSELECT,
	CALL_PPOLL,
	CALL_TIMER_SETTIME,
	CALL_TIMERFD_SETTIME,
	CALL_WAIT4,
	CALL_WAITID,
	CALL_ADJTIMEX,
	CALL_CLOCK_ADJTIME,
	CALL_FORK,
	CALL_VFORK,
	CALL_CLONE,
	CALL_CLONE3,
	CALL_EXECVE,
	CALL_EXECVEAT,
	CALL_PRCTL,
	CALL_KILL,
	CALL_TKILL,
	CALL_TGKILL,
	CALL_SIGQUEUE,
	CALL_TGSIGQUEUE,
	CALL_COUNT
};

/* Numbers of pinned processes and threads begin here. Linux gives no process such a number. */
enum { CHANCE_PIDS = 4 * 1024 * 1024, CHANCE_PIDS_END = CHANCE_PIDS + (1 << 16) };

/* The filter that asks the guard about these calls, and about those whose answers may depend on
   anything but the process; freed by the caller.
   A question that valgrind asks itself has no arguments. */
struct sock_fprog calls_filter(bool valgrind);
/* Returns the call that was made, or CALL_COUNT. */
enum chance_call calls_which(const struct seccomp_data *data);
/* Returns true if a program for 32 bits made it. */
bool calls_are_narrow(const struct seccomp_data *data);

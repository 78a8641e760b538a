#ifndef CGBENCH_KERNEL_H
#define CGBENCH_KERNEL_H

/* The server's system calls take and give these, in the common subset of C and C++. Linux says
   so, whatever the C library is; the library's headers say the same, but a compiler would read
   them for longer than it takes to read the server. selftest/read/kernel.t compares them. */

#include <stddef.h>
#include <sys/syscall.h>

#include "protocol.h"

/* Unless an option of the compiler included that header. */
#ifndef _UNISTD_H
#ifdef __cplusplus
extern "C"
#endif
    long
    syscall(long number, ...);
#endif

enum {
	CGBENCH_AT_FDCWD = -100,
	CGBENCH_O_RDONLY = 0,
	CGBENCH_O_WRONLY = 1,
	CGBENCH_O_CREAT = 0100,
	CGBENCH_O_APPEND = 02000,
	CGBENCH_SEEK_END = 2,
	CGBENCH_P_PID = 1,
	CGBENCH_WEXITED = 4,
	CGBENCH_WNOWAIT = 0x1000000,
	CGBENCH_SET_PDEATHSIG = 1,
	CGBENCH_SIGKILL = 9,
	CGBENCH_SIGCHLD = 17
};

/* Newer machines have only the general forms of some system calls, which take more arguments.
 */
#ifdef SYS_fork
#define CGBENCH_SYS_FORK SYS_fork
#define CGBENCH_SYS_DUP SYS_dup2
#define CGBENCH_FORK_ARGUMENTS
#define CGBENCH_DUP_ARGUMENTS
#define CGBENCH_STAT(path, to) syscall(SYS_stat, path, to)
#else
#define CGBENCH_SYS_FORK SYS_clone
#define CGBENCH_SYS_DUP SYS_dup3
#define CGBENCH_FORK_ARGUMENTS , CGBENCH_SIGCHLD, 0, 0, 0, 0
#define CGBENCH_DUP_ARGUMENTS , 0
#define CGBENCH_STAT(path, to) syscall(SYS_newfstatat, CGBENCH_AT_FDCWD, path, to, 0)
#endif

/* With 32 bits, an offset in a file takes two arguments. */
#ifdef __i386__
#undef CGBENCH_STAT
#define CGBENCH_STAT(path, to) syscall(SYS_stat64, path, to)
#define CGBENCH_OFFSET(offset) offset, 0
#else
#define CGBENCH_OFFSET(offset) offset
#endif

/* A siginfo_t, which is only made room for. */
union cgbench_info {
	int words[32];
	void *alignment;
};

/* The result of stat, for its number of links. */
struct cgbench_stat {
#if defined __x86_64__
	cgbench_u64 before[2], st_nlink, after[15];
#elif defined __i386__
	unsigned before[5], st_nlink, after[18];
#else
	cgbench_u64 before[2];
	unsigned st_mode, st_nlink;
	cgbench_u64 after[13];
#endif
};

#endif

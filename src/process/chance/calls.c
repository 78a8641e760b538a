#include <linux/audit.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include "inject/forkserver/protocol.h"
#include "inject/qemu/protocol.h"
#include "process/chance/calls.h"
#include "process/chance/tool.h"
#include "util/array.h"
#include "util/memory.h"

/* The guard is asked about a call if: */
enum calls_concern {
	ALL,
	ASKED,   /* unless valgrind asks: then it has no arguments */
	LOCKS,   /* it asks who has locked a file */
	TIMES,   /* a time that is left or was used is written to an argument */
	NETWORK, /* a socket of the internet */
	FORKING, /* a process, not a thread, is started */
	BEGIN,   /* the process begins a request */
	PINNED   /* it is about a pinned number */
};

enum { NONE = -1 };

#if defined __x86_64__
#define ARCH AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCH AUDIT_ARCH_AARCH64
#endif
/* AArch64 has none of the older calls. */
#ifndef SYS_open
#define SYS_open NONE
#define SYS_readlink NONE
#define SYS_stat NONE
#define SYS_lstat NONE
#define SYS_time NONE
#define SYS_select NONE
#define SYS_alarm NONE
#define SYS_getpgrp NONE
#define SYS_fork NONE
#define SYS_vfork NONE
#endif

/* Numbers for 32 bits are those of arch/x86/entry/syscalls/syscall_32.tbl of Linux. */
static const struct {
	int number, narrow;
	enum calls_concern concern;
	int argument;
} calls[CALL_COUNT] = {
    [CALL_OPEN] = {SYS_open, 5, ALL, 0},
    [CALL_OPENAT] = {SYS_openat, 295, ALL, 0},
    [CALL_OPENAT2] = {SYS_openat2, 437, ALL, 0},
    [CALL_READLINK] = {SYS_readlink, 85, ALL, 0},
    [CALL_READLINKAT] = {SYS_readlinkat, 305, ALL, 0},
    [CALL_STAT] = {SYS_stat, 195, ALL, 0},
    [CALL_LSTAT] = {SYS_lstat, 196, ALL, 0},
    [CALL_FSTAT] = {SYS_fstat, 197, ALL, 0},
    [CALL_FSTATAT] = {SYS_newfstatat, 300, ALL, 0},
    [CALL_STATX] = {SYS_statx, 383, ALL, 0},
    [CALL_GETLK] = {SYS_fcntl, 221, LOCKS, 1},
    [CALL_TIME] = {SYS_time, 13, ALL, 0},
    [CALL_GETTIMEOFDAY] = {SYS_gettimeofday, 78, ALL, 0},
    [CALL_CLOCK_GETTIME] = {SYS_clock_gettime, 265, ALL, 0},
    [CALL_CLOCK_GETTIME64] = {NONE, 403, ALL, 0},
    [CALL_TIMES] = {SYS_times, 43, ALL, 0},
    [CALL_GETRUSAGE] = {SYS_getrusage, 77, ALL, 0},
    [CALL_GETRANDOM] = {SYS_getrandom, 355, ALL, 0},
    [CALL_TICKS] = {CHANCE_TICKS, CHANCE_TICKS, ALL, 0},
    [CALL_DRAW] = {CHANCE_DRAW, CHANCE_DRAW, ALL, 0},
    [CALL_COUNTER] = {CGBENCH_QEMU_TICKS, NONE, ALL, 0},
    [CALL_SELF] = {CGBENCH_QEMU_SELF, NONE, ALL, 0},
    [CALL_GETPID] = {SYS_getpid, 20, ASKED, 0},
    [CALL_GETPPID] = {SYS_getppid, 64, ASKED, 0},
    [CALL_GETTID] = {SYS_gettid, 224, ASKED, 0},
    [CALL_GETPGRP] = {SYS_getpgrp, 65, ASKED, 0},
    [CALL_GETPGID] = {SYS_getpgid, 132, ALL, 0},
    [CALL_GETSID] = {SYS_getsid, 147, ALL, 0},
    [CALL_GETCPU] = {SYS_getcpu, 318, ALL, 0},
    [CALL_SYSINFO] = {SYS_sysinfo, NONE, ALL, 0},
    [CALL_GETPRIORITY] = {SYS_getpriority, 96, ALL, 0},
    [CALL_SETPRIORITY] = {SYS_setpriority, 97, ALL, 0},
    [CALL_GETCWD] = {SYS_getcwd, 183, ALL, 0},
    [CALL_SOCKET] = {SYS_socket, 359, NETWORK, 0},
    [CALL_ALARM] = {SYS_alarm, 27, ALL, 0},
    [CALL_SETITIMER] = {SYS_setitimer, 104, ALL, 0},
    [CALL_TIMER_CREATE] = {SYS_timer_create, 259, ALL, 0},
    [CALL_TIMERFD_CREATE] = {SYS_timerfd_create, 322, ALL, 0},
    [CALL_SELECT] = {SYS_select, 142, TIMES, 4},
    [CALL_PSELECT] = {SYS_pselect6, 308, TIMES, 4},
    [CALL_PPOLL] = {SYS_ppoll, 309, TIMES, 2},
    [CALL_TIMER_SETTIME] = {SYS_timer_settime, 260, TIMES, 3},
    [CALL_TIMERFD_SETTIME] = {SYS_timerfd_settime, 325, TIMES, 3},
    [CALL_WAIT4] = {SYS_wait4, 114, TIMES, 3},
    [CALL_WAITID] = {SYS_waitid, 284, TIMES, 4},
    [CALL_ADJTIMEX] = {SYS_adjtimex, 124, ALL, 0},
    [CALL_CLOCK_ADJTIME] = {SYS_clock_adjtime, 343, ALL, 0},
    [CALL_FORK] = {SYS_fork, 2, ALL, 0},
    [CALL_VFORK] = {SYS_vfork, 190, ALL, 0},
    [CALL_CLONE] = {SYS_clone, 120, FORKING, 0},
    [CALL_CLONE3] = {SYS_clone3, 435, ALL, 0},
    [CALL_EXECVE] = {SYS_execve, 11, ALL, 0},
    [CALL_EXECVEAT] = {SYS_execveat, 358, ALL, 0},
    [CALL_PRCTL] = {SYS_prctl, 172, BEGIN, 2},
    [CALL_KILL] = {SYS_kill, 37, PINNED, 0},
    [CALL_TKILL] = {SYS_tkill, 238, PINNED, 0},
    [CALL_TGKILL] = {SYS_tgkill, 270, PINNED, 0},
    [CALL_SIGQUEUE] = {SYS_rt_sigqueueinfo, 178, PINNED, 0},
    [CALL_TGSIGQUEUE] = {SYS_rt_tgsigqueueinfo, 335, PINNED, 0},
};

/* F_GETLK, F_GETLK64 of 32 bits, and F_OFD_GETLK. */
static const unsigned asks_lock[] = {5, 12, 36};

/* The answers of these calls depend on the process and its files alone. A program for 32 bits
   is asked about the calls above only. */
static const int pure[] = {
#ifdef __x86_64__
    SYS_poll, SYS_access, SYS_pipe, SYS_dup2, SYS_pause, SYS_getdents, SYS_rename, SYS_mkdir,
    SYS_rmdir, SYS_creat, SYS_link, SYS_unlink, SYS_symlink, SYS_chmod, SYS_chown, SYS_lchown,
    SYS_arch_prctl, SYS_epoll_create, SYS_epoll_wait, SYS_eventfd, SYS_signalfd, SYS_mknod,
#endif
    SYS_read, SYS_write, SYS_close, SYS_lseek, SYS_mmap, SYS_mprotect, SYS_munmap, SYS_brk,
    SYS_mremap, SYS_msync, SYS_madvise, SYS_mlock, SYS_mlock2, SYS_munlock, SYS_mlockall,
    SYS_munlockall, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending,
    SYS_rt_sigtimedwait, SYS_rt_sigsuspend, SYS_sigaltstack, SYS_ioctl, SYS_pread64,
    SYS_pwrite64, SYS_readv, SYS_writev, SYS_preadv, SYS_pwritev, SYS_faccessat, SYS_faccessat2,
    SYS_pipe2, SYS_sched_yield, SYS_dup, SYS_dup3, SYS_nanosleep, SYS_clock_nanosleep,
    SYS_clock_getres, SYS_socketpair, SYS_sendto, SYS_recvfrom, SYS_sendmsg, SYS_recvmsg,
    SYS_shutdown, SYS_exit, SYS_exit_group, SYS_uname, SYS_flock, SYS_fsync, SYS_fdatasync,
    SYS_truncate, SYS_ftruncate, SYS_fallocate, SYS_fadvise64, SYS_getdents64, SYS_chdir,
    SYS_fchdir, SYS_renameat, SYS_renameat2, SYS_mkdirat, SYS_linkat, SYS_unlinkat,
    SYS_symlinkat, SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_umask, SYS_utimensat,
    SYS_getrlimit, SYS_setrlimit, SYS_prlimit64, SYS_getuid, SYS_getgid, SYS_geteuid,
    SYS_getegid, SYS_setuid, SYS_setgid, SYS_setreuid, SYS_setregid, SYS_getgroups,
    SYS_setgroups, SYS_getresuid, SYS_setresuid, SYS_getresgid, SYS_setresgid, SYS_setpgid,
    SYS_setsid, SYS_capget, SYS_futex, SYS_set_tid_address, SYS_set_robust_list, SYS_rseq,
    SYS_restart_syscall, SYS_getxattr, SYS_personality, SYS_ptrace, SYS_sched_getparam,
    SYS_sched_getscheduler, SYS_sched_setaffinity, SYS_sched_getaffinity, SYS_epoll_create1,
    SYS_epoll_ctl, SYS_epoll_pwait, SYS_eventfd2, SYS_signalfd4, SYS_memfd_create, SYS_sendfile,
    SYS_splice, SYS_tee, SYS_copy_file_range, SYS_close_range, SYS_mknodat, SYS_membarrier,
    SYS_timer_delete};

/* A filter that is being made. */
struct filter_maker {
	struct sock_filter *filter;
	unsigned short n;
};

enum { MOST = 2048 };

static void
calls_add(struct filter_maker *maker, unsigned short code, unsigned char yes, unsigned char no,
    unsigned k)
{
	maker->filter[maker->n++] = (struct sock_filter){code, yes, no, k};
}

static void
add_load(struct filter_maker *maker, size_t offset)
{
	calls_add(maker, BPF_LD | BPF_W | BPF_ABS, 0, 0, (unsigned)offset);
}

static void
add_return(struct filter_maker *maker, unsigned action)
{
	calls_add(maker, BPF_RET | BPF_K, 0, 0, action);
}

/* Loads half of an argument, the low one first. */
static void
calls_add_argument(struct filter_maker *maker, int argument, size_t half)
{
	add_load(maker,
	    offsetof(struct seccomp_data, args) + 8 * (size_t)argument + sizeof(int) * half);
}

static void
add_ask(struct filter_maker *maker)
{
	add_return(maker, SECCOMP_RET_USER_NOTIF);
}

/* Asks if any argument is not 0. */
static void
add_asked(struct filter_maker *maker)
{
	for (int argument = 0; argument < 6; argument++)
		for (size_t half = 0; half < 2; half++) {
			calls_add_argument(maker, argument, half);
			calls_add(maker, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, 0);
			add_ask(maker);
		}
}

/* Asks if the bits of an argument are these. */
static void
add_bits(struct filter_maker *maker, int argument, unsigned mask, unsigned bits)
{
	calls_add_argument(maker, argument, 0);
	calls_add(maker, BPF_ALU | BPF_AND | BPF_K, 0, 0, mask);
	calls_add(maker, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, bits);
	add_ask(maker);
}

/* Decides about a call, which was made. */
static void
add_decision(struct filter_maker *maker, enum calls_concern concern, int argument)
{
	switch (concern) {
	case ALL:
		add_ask(maker);
		return;
	case ASKED:
		add_asked(maker);
		break;
	case LOCKS:
		for (size_t i = 0; i < COUNTOF(asks_lock); i++)
			add_bits(maker, argument, ~0u, asks_lock[i]);
		break;
	case TIMES:
		calls_add_argument(maker, argument, 0);
		calls_add(maker, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, 0);
		add_ask(maker);
		break;
	case NETWORK:
		add_bits(maker, argument, ~(unsigned)(AF_INET ^ AF_INET6), AF_INET & AF_INET6);
		break;
	case FORKING:
		add_bits(maker, argument, CLONE_THREAD, 0);
		break;
	case BEGIN:
		add_bits(maker, argument, CGBENCH_BEGIN_MASK, CGBENCH_BEGIN);
		break;
	case PINNED:
		add_bits(maker, argument, ~(unsigned)(CHANCE_PIDS_END - CHANCE_PIDS - 1),
		    CHANCE_PIDS);
		break;
	}
	add_return(maker, SECCOMP_RET_ALLOW);
}

/* Decides about all calls of an architecture, if it is that. */
static void
add_machine(struct filter_maker *maker, unsigned arch, bool narrow, bool valgrind)
{
	unsigned short other, next;

	add_load(maker, offsetof(struct seccomp_data, arch));
	calls_add(maker, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, arch);
	other = maker->n;
	calls_add(maker, BPF_JMP | BPF_JA, 0, 0, 0);
	add_load(maker, offsetof(struct seccomp_data, nr));
	for (enum chance_call i = 0; i < CALL_COUNT; i++) {
		int number = narrow ? calls[i].narrow : calls[i].number;
		bool all = calls[i].concern == ASKED && !valgrind;

		if (number == NONE)
			continue;
		next = maker->n;
		calls_add(maker, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, (unsigned)number);
		add_decision(maker, all ? ALL : calls[i].concern, calls[i].argument);
		maker->filter[next].jf = (unsigned char)(maker->n - next - 1);
	}
	for (size_t i = 0; i < COUNTOF(pure) && !narrow; i++) {
		calls_add(maker, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (unsigned)pure[i]);
		add_return(maker, SECCOMP_RET_ALLOW);
	}
	add_return(maker, narrow ? SECCOMP_RET_ALLOW : SECCOMP_RET_USER_NOTIF);
	maker->filter[other].k = maker->n - other - 1u;
}

struct sock_fprog
calls_filter(bool valgrind)
{
	struct filter_maker maker = {.filter = memory_array(MOST, sizeof *maker.filter)};

	add_machine(&maker, ARCH, false, valgrind);
#ifdef __x86_64__
	add_machine(&maker, AUDIT_ARCH_I386, true, valgrind);
#endif
	add_return(&maker, SECCOMP_RET_ALLOW);
	return (struct sock_fprog){maker.n, maker.filter};
}

bool
calls_are_narrow(const struct seccomp_data *data)
{
	return data->arch != ARCH;
}

enum chance_call
calls_which(const struct seccomp_data *data)
{
	enum chance_call i;

	for (i = 0; i < CALL_COUNT; i++)
		if (data->nr == (calls_are_narrow(data) ? calls[i].narrow : calls[i].number))
			break;
	return i;
}

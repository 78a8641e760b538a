#include <fcntl.h>
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
#include "util/memory.h"

/* The guard is asked about a call if: */
enum calls_concern {
	ALL,
	ASKED,   /* unless valgrind asks: then it has no arguments */
	READING, /* what exists is opened to be read */
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
#define SYS_time NONE
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
    [CALL_OPEN] = {SYS_open, 5, READING, 1},
    [CALL_OPENAT] = {SYS_openat, 295, READING, 2},
    [CALL_READLINK] = {SYS_readlink, 85, ALL, 0},
    [CALL_READLINKAT] = {SYS_readlinkat, 305, ALL, 0},
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
    [CALL_GETPID] = {SYS_getpid, 20, ASKED, 0},
    [CALL_GETPPID] = {SYS_getppid, 64, ASKED, 0},
    [CALL_GETTID] = {SYS_gettid, 224, ASKED, 0},
    [CALL_GETPGRP] = {SYS_getpgrp, 65, ASKED, 0},
    [CALL_GETPGID] = {SYS_getpgid, 132, ALL, 0},
    [CALL_GETSID] = {SYS_getsid, 147, ALL, 0},
    [CALL_GETCPU] = {SYS_getcpu, 318, ALL, 0},
    [CALL_SYSINFO] = {SYS_sysinfo, NONE, ALL, 0},
    [CALL_GETCWD] = {SYS_getcwd, 183, ALL, 0},
    [CALL_SOCKET] = {SYS_socket, 359, NETWORK, 0},
    [CALL_ALARM] = {SYS_alarm, 27, ALL, 0},
    [CALL_SETITIMER] = {SYS_setitimer, 104, ALL, 0},
    [CALL_TIMER_CREATE] = {SYS_timer_create, 259, ALL, 0},
    [CALL_TIMERFD_CREATE] = {SYS_timerfd_create, 322, ALL, 0},
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

/* A filter that is being made. */
struct filter_maker {
	struct sock_filter *filter;
	unsigned short n;
};

enum { MOST = 1024 };

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
	case READING:
		add_bits(maker, argument, O_ACCMODE | O_CREAT | O_PATH, O_RDONLY);
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
	add_return(maker, SECCOMP_RET_ALLOW);
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

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "inject/forkserver/protocol.h"
#include "process/chance/answers.h"
#include "process/chance/calls.h"
#include "util/array.h"
#include "util/memory.h"
#include "util/text.h"

enum { PATH_BYTES = PATH_MAX };

/* Fills in one sequence of bytes in each run. The bytes differ between calls, for programs that
   try until they get an unused name. */
static void
answers_fill(struct thread *process, unsigned char *bytes, size_t n)
{
	while (n--) {
		process->seed = process->seed * 1664525u + 1013904223u;
		*bytes++ = (unsigned char)(process->seed >> 24);
	}
}

/* Makes a system call for the asking process. */
static void
answers_act(struct guard *guard, long value)
{
	guard->answer.val = value;
	guard->answer.error = value < 0 ? -errno : 0;
}

enum { START = 1000000000 };

/* A time, in seconds and nanoseconds. It is a millisecond later on each call, so that a program
   waiting for a time sees it come. */
struct moment {
	int64_t s, ns;
};

static struct moment
answers_now(struct guard *guard, bool absolute)
{
	struct thread *process = guard_process(guard);
	unsigned long ms = process->questions++;

	return (struct moment){(absolute ? START + guard->seed : 0) + (int64_t)(ms / 1000),
	    (int64_t)(ms % 1000) * 1000000};
}

/* Gives a moment, of which a second has so many units, in the width of the program's words. */
static bool
give_moment(
    const struct guard *guard, uint64_t to, struct moment moment, int64_t per_second, bool wide)
{
	int64_t words[2] = {moment.s, moment.ns / (1000000000 / per_second)};
	int32_t narrow[2] = {(int32_t)words[0], (int32_t)words[1]};

	return wide ? guard_write(guard, to, words, sizeof words)
	            : guard_write(guard, to, narrow, sizeof narrow);
}

/* Gives the time that a process has taken; nothing else of struct rusage or tms is known. */
static bool
give_usage(struct guard *guard, uint64_t to, size_t size, bool wide)
{
	char zeros[sizeof(struct rusage)] = {0};

	return guard_write(guard, to, zeros, size) &&
	       give_moment(guard, to, answers_now(guard, false), 1000000, wide);
}

static bool
tells_date(uint64_t clock)
{
	return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

/* Answers a question about a clock. Returns false if the caller's memory is not to be written.
 */
static bool
tell_time(struct guard *guard, enum chance_call call)
{
	const unsigned long long *args = guard->question.data.args;
	bool narrow = calls_are_narrow(&guard->question.data);
	struct moment moment;

	switch (call) {
	case CALL_TIME:
		moment = answers_now(guard, true);
		guard->answer.val = moment.s;
		return !args[0] || guard_write(guard, args[0], &moment.s,
		                       narrow ? sizeof(int32_t) : sizeof(int64_t));
	case CALL_GETTIMEOFDAY:
		return !args[0] ||
		       give_moment(guard, args[0], answers_now(guard, true), 1000000, !narrow);
	case CALL_CLOCK_GETTIME:
	case CALL_CLOCK_GETTIME64:
		return give_moment(guard, args[1], answers_now(guard, tells_date(args[0])),
		    1000000000, !narrow || call == CALL_CLOCK_GETTIME64);
	case CALL_TIMES:
		guard->answer.val = (int64_t)guard_process(guard)->questions;
		return !args[0] ||
		       give_usage(guard, args[0], (narrow ? 4 : 8) * sizeof(int32_t), !narrow);
	default:
		return give_usage(guard, args[1],
		    narrow ? sizeof(struct rusage) / 2 : sizeof(struct rusage), !narrow);
	}
}

/* The processor's counter: a million for each question. */
static int64_t
ticks(struct guard *guard)
{
#ifdef __x86_64__
	if (guard_leaves(guard, CHANCE_TIME))
		return (int64_t)__builtin_ia32_rdtsc();
#endif
	return (int64_t)guard_process(guard)->questions++ * 1000000;
}

static bool
give_bytes(struct guard *guard, uint64_t to, uint64_t n)
{
	unsigned char bytes[4096];
	struct thread *process = guard_process(guard);

	for (uint64_t done = 0; done < n; done += sizeof bytes) {
		size_t piece = n - done < sizeof bytes ? (size_t)(n - done) : sizeof bytes;

		answers_fill(process, bytes, piece);
		if (!guard_write(guard, to + done, bytes, piece))
			return false;
	}
	return true;
}

/* 32 random bits. */
static int64_t
answers_draw(struct guard *guard)
{
	uint32_t bits = 0;

	if (guard_leaves(guard, CHANCE_RANDOM))
		(void)!getrandom(&bits, sizeof bits, 0);
	else
		answers_fill(guard_process(guard), (unsigned char *)&bits, sizeof bits);
	return bits;
}

/* Niceness is told from that of the guard, as if that was 0. The kernel's answer is 20 minus
   the niceness. */
static bool
tell_niceness(struct guard *guard, enum chance_call call)
{
	const unsigned long long *args = guard->question.data.args;
	id_t who = args[1] ? (id_t)guard_real_number(guard, args[1]) : guard->question.pid;
	int own = getpriority(PRIO_PROCESS, 0), niceness;

	if (args[0] != PRIO_PROCESS)
		return false;
	errno = 0;
	if (call == CALL_SETPRIORITY)
		answers_act(guard, setpriority(PRIO_PROCESS, who, (int)args[2] + own));
	else if ((niceness = getpriority(PRIO_PROCESS, who)) == -1 && errno)
		answers_act(guard, -1);
	else
		answers_act(guard, 20 - niceness + own);
	return true;
}

static bool
give_zeros(const struct guard *guard, uint64_t to, size_t n)
{
	static const char zeros[16];

	return !to || guard_write(guard, to, zeros, n);
}

/* A system that has just begun to run, with 16 GiB of memory, half of which is free. */
static bool
give_system(const struct guard *guard, uint64_t to)
{
	struct sysinfo system = {.uptime = 1,
	    .totalram = 1ul << 34,
	    .freeram = 1ul << 33,
	    .procs = 1,
	    .mem_unit = 1};

	return guard_write(guard, to, &system, sizeof system);
}

/* A file of random bytes, or -1. */
static int
random_file(struct guard *guard)
{
	enum { BYTES = 1 << 24 };
	int fd = memfd_create("random", MFD_CLOEXEC);
	unsigned char *bytes = MAP_FAILED;

	if (fd >= 0 && !ftruncate(fd, BYTES))
		bytes = mmap(NULL, BYTES, PROT_WRITE, MAP_SHARED, fd, 0);
	if (bytes == MAP_FAILED) {
		close(fd);
		return -1;
	}
	answers_fill(guard_process(guard), bytes, BYTES);
	munmap(bytes, BYTES);
	return fd;
}

/* A file below the directory that /proc has for a process with a pinned number, or -1. */
static int
process_file(const struct guard *guard, const char *path)
{
	static const char proc[] = "/proc/";
	char real[PATH_BYTES + 16], *rest;
	unsigned long number;

	if (strncmp(path, proc, strlen(proc)) != 0)
		return -1;
	number = strtoul(path + strlen(proc), &rest, 10);
	if (*rest != '/' || number < CHANCE_PIDS || number >= CHANCE_PIDS_END)
		return -1;
	snprintf(
	    real, sizeof real, "%s%ld%s", proc, (long)guard_real_number(guard, number), rest);
	return open(real, O_RDONLY | O_CLOEXEC);
}

/* Reads a path of the asking process. The next page may be unreadable; then what is before it
   is read. */
static void
answers_read_path(const struct guard *guard, uint64_t at, char path[static PATH_BYTES])
{
	struct iovec here = {path, PATH_BYTES - 1},
	             there[] = {{(void *)(uintptr_t)at, (at | 4095) + 1 - at},
	                 {(void *)(uintptr_t)((at | 4095) + 1), PATH_BYTES - 1}};

	memset(path, '\0', PATH_BYTES);
	process_vm_readv((pid_t)guard->question.pid, &here, 1, there, COUNTOF(there), 0);
}

enum { REAL_BYTES = PATH_BYTES + 32 };

/* Writes by which path the guard itself comes to a file of the asking process. */
static void
answers_find_path(
    const struct guard *guard, int directory, const char *path, char real[static REAL_BYTES])
{
	unsigned pid = guard->question.pid;

	if (*path == '/')
		snprintf(real, REAL_BYTES, "/proc/%u/root%s", pid, path);
	else if (directory == AT_FDCWD)
		snprintf(real, REAL_BYTES, "/proc/%u/cwd/%s", pid, path);
	else
		snprintf(real, REAL_BYTES, "/proc/%u/fd/%d%s%s", pid, directory,
		    *path ? "/" : "", path);
}

/* Notes that the process looks at a file that the kernel makes, such as those of /proc and
   /sys: one on a file system that stores nothing. Valgrind opens some before it starts its
   program. Returns true if the file is a device of random bytes. */
static bool
answers_note_file(struct guard *guard, const char *real)
{
	struct statfs system;
	struct stat file;

	if (guard_process(guard)->starts || stat(real, &file))
		return false;
	/* A pipe is on one, too: what comes from it was written by a process. */
	if (!statfs(real, &system) && !system.f_blocks &&
	    (S_ISREG(file.st_mode) || S_ISDIR(file.st_mode)))
		guard_note(guard, CHANCE_HOST);
	return S_ISCHR(file.st_mode) &&
	       (file.st_rdev == makedev(1, 8) || file.st_rdev == makedev(1, 9));
}

static bool
is_before(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec < b->tv_sec || (a->tv_sec == b->tv_sec && a->tv_nsec < b->tv_nsec);
}

/* Returns true if a path is below the directory of the run. */
static bool
is_of_run(const struct guard *guard, const char *path)
{
	return !strncmp(path, guard->dir, (size_t)(strrchr(guard->dir, '/') - guard->dir));
}

/* Returns true for the file that a script of cgbench's opens at its end. */
static bool
answers_is_end(const struct guard *guard, const char *real)
{
	char target[PATH_BYTES] = "";

	return readlink(real, target, PATH_BYTES - 1) > 0 && is_of_run(guard, target) &&
	       !strcmp(strrchr(target, '/'), "/end");
}

/* Notes that the process asks for the number and times of a file that has changed since it
   began. Directories are left out: each is asked about that before it is read. at: the path, or
   0 if the descriptor is meant. */
static void
answers_note_state(struct guard *guard, int directory, uint64_t at)
{
	char path[PATH_BYTES] = "", real[REAL_BYTES];
	struct stat file;

	if (guard_process(guard)->starts)
		return;
	if (at)
		answers_read_path(guard, at, path);
	answers_find_path(guard, directory, path, real);
	if (!stat(real, &file) && !S_ISDIR(file.st_mode) &&
	    !is_before(&file.st_ctim, &guard->began) && !answers_is_end(guard, real))
		guard_note(guard, CHANCE_FILES);
}

/* Reads a link of the kernel's as the asking process would, which is another one for the guard
   where a part of the path is /proc/self. Returns false if it is a link of a disk. */
static bool
answers_read_made(const char *real, unsigned pid, char target[static PATH_BYTES])
{
	char own[32], path[PATH_MAX + PATH_BYTES], dir[PATH_MAX];
	const char *base = strrchr(real, '/');
	OWNED char *above = text_print("%.*s", (int)(base - real), real);
	struct statfs system;
	size_t n = (size_t)snprintf(own, sizeof own, "/proc/%d", getpid());

	if (!realpath(above, dir) || statfs(dir, &system) || system.f_blocks)
		return false;
	if (!strncmp(dir, own, n) && (!dir[n] || dir[n] == '/'))
		snprintf(path, sizeof path, "/proc/%u%s%s", pid, dir + n, base);
	else
		snprintf(path, sizeof path, "%s%s", dir, base);
	memset(target, '\0', PATH_BYTES);
	return readlink(path, target, PATH_BYTES - 1) >= 0;
}

/* Reads a link whose target is the number of whoever reads it, such as /proc/self: it has the
   guard's number for the guard, and the pinned one for the asking process. Returns false if the
   link is another one; one of the kernel's that is no path, such as those of pipes, is noted.
 */
static bool
answers_read_link(struct guard *guard, int directory, uint64_t at, uint64_t to, uint64_t size)
{
	char path[PATH_BYTES], real[REAL_BYTES], target[PATH_BYTES], own[PATH_BYTES];
	int pid = getpid(), process = guard_process(guard)->number;

	answers_read_path(guard, at, path);
	answers_find_path(guard, directory, path, real);
	if (guard_process(guard)->starts ||
	    !answers_read_made(real, guard->question.pid, target))
		return false;
	snprintf(own, sizeof own, "%d/task/%d", pid, pid);
	if (!strcmp(target, own)) {
		snprintf(
		    target, sizeof target, "%d/task/%d", process, guard_asker(guard)->number);
	} else if (strtol(target, NULL, 10) == pid) {
		snprintf(target, sizeof target, "%d", process);
	} else {
		if (*target != '/')
			guard_note(guard, CHANCE_HOST);
		else if (is_of_run(guard, target))
			guard_note(guard, CHANCE_DIRECTORY);
		return false;
	}
	guard->answer.val = (int64_t)(strlen(target) < size ? strlen(target) : size);
	return !guard_leaves(guard, CHANCE_PID) &&
	       guard_write(guard, to, target, (size_t)guard->answer.val);
}

/* Opens a file in the asking process instead of the one that it asks for, if that is a device
   of random bytes or one of a process with a pinned number. Returns false if it is not. */
static bool
open_instead(struct guard *guard, int directory, uint64_t at, uint64_t flags)
{
	char path[PATH_BYTES], real[REAL_BYTES];
	struct seccomp_notif_addfd add = {
	    .id = guard->question.id, .newfd_flags = flags & O_CLOEXEC};
	bool device;
	int fd;

	answers_read_path(guard, at, path);
	answers_find_path(guard, directory, path, real);
	device = answers_note_file(guard, real);
	if (device && guard_leaves(guard, CHANCE_RANDOM))
		return false;
	fd = device ? random_file(guard) : process_file(guard, path);
	if (fd < 0)
		return false;
	add.srcfd = (unsigned)fd;
	guard->answer.val = ioctl(guard->listener, SECCOMP_IOCTL_NOTIF_ADDFD, &add);
	close(fd);
	return guard->answer.val >= 0;
}

/* The leader of a group or session, by its own name for the process: outside is what the parent
   is. */
static int
leader_number(struct guard *guard, enum chance_call call, uint64_t process)
{
	pid_t pid = process ? guard_real_number(guard, process) : guard_process(guard)->tid;
	pid_t leader = call == CALL_GETSID ? getsid(pid) : getpgid(pid);
	const struct thread *known = guard_find(guard, leader);

	if (leader < 0)
		return -1;
	if (known)
		return known->number;
	return leader == pid ? (int)process : CHANCE_PIDS + 1;
}

/* Answers a question about a number of a process, thread, group or session. */
static bool
tell_number(struct guard *guard, enum chance_call call)
{
	switch (call) {
	case CALL_GETPID:
		guard->answer.val = guard_process(guard)->number;
		break;
	case CALL_GETPPID:
		guard->answer.val = guard_parent(guard);
		break;
	case CALL_GETTID:
		guard->answer.val = guard_asker(guard)->number;
		break;
	case CALL_GETPGRP:
		answers_act(guard, leader_number(guard, call, 0));
		break;
	default:
		answers_act(guard, leader_number(guard, call, guard->question.data.args[0]));
	}
	return !guard_leaves(guard, CHANCE_PID);
}

/* The value of a queued signal and what else comes with it. Programs for 32 bits have another
   layout, whose value is not passed on. */
static siginfo_t
queued(const struct guard *guard, uint64_t from)
{
	siginfo_t info = {.si_code = SI_QUEUE};

	if (!calls_are_narrow(&guard->question.data))
		guard_read(guard, from, &info, sizeof info);
	return info;
}

static void
send_signal(struct guard *guard, enum chance_call call)
{
	const unsigned long long *args = guard->question.data.args;
	pid_t first = guard_real_number(guard, args[0]),
	      second = guard_real_number(guard, args[1]);
	siginfo_t info;

	if (ioctl(guard->listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &guard->question.id))
		return;
	switch (call) {
	case CALL_KILL:
		answers_act(guard, kill(first, (int)args[1]));
		break;
	case CALL_TKILL:
		answers_act(guard, syscall(SYS_tkill, first, (int)args[1]));
		break;
	case CALL_TGKILL:
		answers_act(guard, syscall(SYS_tgkill, first, second, (int)args[2]));
		break;
	case CALL_SIGQUEUE:
		info = queued(guard, args[2]);
		answers_act(guard, syscall(SYS_rt_sigqueueinfo, first, (int)args[1], &info));
		break;
	default:
		info = queued(guard, args[3]);
		answers_act(
		    guard, syscall(SYS_rt_tgsigqueueinfo, first, second, (int)args[2], &info));
	}
}

/* clone3 has its flags in memory. */
static bool
starts_thread(const struct guard *guard)
{
	uint64_t flags;

	return guard_read(guard, guard->question.data.args[0], &flags, sizeof flags) &&
	       flags & CLONE_THREAD;
}

/* Notes that the process wants to execute a program with more rights than its own, which
   valgrind refuses: it opens the program first, in a way of its own, and so no other call is
   made. */
static void
note_refused(struct guard *guard, uint64_t at, uint64_t flags)
{
	char path[PATH_BYTES], real[REAL_BYTES];
	struct stat file;

	if (!guard->valgrind || flags || guard_process(guard)->starts)
		return;
	answers_read_path(guard, at, path);
	answers_find_path(guard, AT_FDCWD, path, real);
	if (!stat(real, &file) && S_ISREG(file.st_mode) &&
	    (file.st_mode & (S_ISUID | S_ISGID) ||
	        getxattr(real, "security.capability", NULL, 0) >= 0))
		guard_note(guard, CHANCE_PROCESSES);
}

/* A child of the process starts its own when it comes to it. */
static void
note_process(struct guard *guard)
{
	if (guard_process(guard) == guard->threads)
		guard_note(guard, CHANCE_PROCESSES);
}

/* Notes a call that cannot be pinned. */
static void
note_call(struct guard *guard, enum chance_call call)
{
	switch (call) {
	case CALL_GETCWD:
		if (!guard_process(guard)->starts)
			guard_note(guard, CHANCE_DIRECTORY);
		guard_process(guard)->starts = false;
		break;
	case CALL_SOCKET:
		guard_note(guard, CHANCE_NETWORK);
		break;
	case CALL_ALARM:
	case CALL_SETITIMER:
	case CALL_TIMER_CREATE:
	case CALL_TIMERFD_CREATE:
	case CALL_SELECT:
	case CALL_PSELECT:
	case CALL_PPOLL:
	case CALL_TIMER_SETTIME:
	case CALL_TIMERFD_SETTIME:
	case CALL_WAIT4:
	case CALL_WAITID:
	case CALL_ADJTIMEX:
	case CALL_CLOCK_ADJTIME:
	case CALL_COUNTER:
		guard_note(guard, CHANCE_TIME);
		break;
	case CALL_CLONE3:
		if (!starts_thread(guard))
			note_process(guard);
		break;
	case CALL_GETLK:
		guard_note(guard, CHANCE_PID);
		break;
	case CALL_FORK:
	case CALL_VFORK:
	case CALL_CLONE:
		note_process(guard);
		break;
	default:
		if (!guard_process(guard)->starts)
			guard_note(guard, CHANCE_HOST);
	}
}

bool
answers_give(struct guard *guard)
{
	const unsigned long long *args = guard->question.data.args;
	enum chance_call call = calls_which(&guard->question.data);
	uint64_t flags = 0;

	switch (call) {
	case CALL_PRCTL:
		guard_request(guard);
		guard->real = (unsigned)args[2] & CGBENCH_REAL;
		return false;
	case CALL_SELF:
		guard->answer.val = guard_process(guard)->tid;
		return true;
	case CALL_OPEN:
		note_refused(guard, args[0], args[1]);
		return open_instead(guard, AT_FDCWD, args[0], args[1]);
	case CALL_OPENAT:
		return open_instead(guard, (int)args[0], args[1], args[2]);
	case CALL_OPENAT2:
		guard_read(guard, args[2], &flags, sizeof flags);
		return open_instead(guard, (int)args[0], args[1], flags);
	case CALL_STAT:
	case CALL_LSTAT:
		answers_note_state(guard, AT_FDCWD, args[0]);
		return false;
	case CALL_FSTAT:
		answers_note_state(guard, (int)args[0], 0);
		return false;
	case CALL_FSTATAT:
	case CALL_STATX:
		answers_note_state(guard, (int)args[0], args[1]);
		return false;
	case CALL_READLINK:
		return answers_read_link(guard, AT_FDCWD, args[0], args[1], args[2]);
	case CALL_READLINKAT:
		return answers_read_link(guard, (int)args[0], args[1], args[2], args[3]);
	case CALL_GETRANDOM:
		guard->answer.val = (int64_t)args[1];
		return !guard_leaves(guard, CHANCE_RANDOM) &&
		       give_bytes(guard, args[0], args[1]);
	case CALL_TICKS:
		guard->answer.val = ticks(guard);
		return true;
	case CALL_DRAW:
		guard->answer.val = answers_draw(guard);
		return true;
	case CALL_GETPID:
	case CALL_GETPPID:
	case CALL_GETTID:
	case CALL_GETPGRP:
	case CALL_GETPGID:
	case CALL_GETSID:
		return tell_number(guard, call);
	case CALL_KILL:
	case CALL_TKILL:
	case CALL_TGKILL:
	case CALL_SIGQUEUE:
	case CALL_TGSIGQUEUE:
		/* The receiver is told the number of the guard. */
		guard_note(guard, CHANCE_PID);
		send_signal(guard, call);
		return true;
	case CALL_GETCPU:
		return give_zeros(guard, args[0], sizeof(unsigned)) &&
		       give_zeros(guard, args[1], sizeof(unsigned));
	case CALL_GETPRIORITY:
	case CALL_SETPRIORITY:
		return tell_niceness(guard, call);
	case CALL_SYSINFO:
		return give_system(guard, args[0]);
	case CALL_TIME:
	case CALL_GETTIMEOFDAY:
	case CALL_CLOCK_GETTIME:
	case CALL_CLOCK_GETTIME64:
	case CALL_TIMES:
	case CALL_GETRUSAGE:
		return !guard_leaves(guard, CHANCE_TIME) && tell_time(guard, call);
	default:
		note_call(guard, call);
		return false;
	}
}

/* Preloaded into cgbench, and not inherited by its children: makes one of its calls of the C library fail, or raises a
   signal there. What is wanted stands in the variable TORTURE: count FILE writes into that file, at the end, lines
   "KIND CALLS", and for each call with a stack of its own "KIND NUMBER first". fail KIND NUMBER ERROR [on] makes the
   call of that kind with that number fail with this errno; 0: a read or write does half of its work. on: all later
   calls fail, too. raise SIGNAL NUMBER raises it before the call with that number of those that are not of memory.
   Calls of a process that cgbench forked, until it becomes another program, are kinds of their own: "child-open". They
   are numbered over all such processes. */

/* Its inline functions would be in the way. */
#undef _FORTIFY_SOURCE

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SHOWN __attribute__((visibility("default")))

enum kind { MEMORY, OPEN, READ, WRITE, RENAME, FORK, PIPE, MMAP, SYNC, WAIT, KINDS };

static const char *const names[KINDS] = {
    "memory", "open", "read", "write", "rename", "fork", "pipe", "mmap", "sync", "wait"};

enum { SEEN = 1 << 16, DEPTH = 32 };

/* Shared with forked processes. */
struct shared {
	atomic_uint calls[2][KINDS]; /* of cgbench itself, of its forks */
	atomic_uint moments;
	/* The first call with each stack, by the stack's hash. */
	struct seen {
		size_t stack;
		unsigned child, kind, number;
	} seen[SEEN];
};

static struct shared *shared;
static pid_t owner;
static bool busy, counting, on, relieved;
static bool forked; /* a process that is about to be measured must not ask for its number */
static char file[4096];
static unsigned wanted, wanted_child;
static int wanted_error, wanted_signal;
static enum kind wanted_kind;

/* The function that this library hides. */
static void *
real(void **known, const char *name)
{
	bool before = busy;

	busy = true;
	if (!*known)
		*known = dlsym(RTLD_NEXT, name);
	busy = before;
	return *known;
}

#define REAL(name) \
	static void *known_##name; \
	__typeof__(&name) real_##name = (__typeof__(&name))real(&known_##name, #name)

static void
note(unsigned child, enum kind kind, unsigned number)
{
	void *stack[DEPTH];
	int n = backtrace(stack, DEPTH);
	size_t hash = kind * 2 + child + 1;

	for (int i = 2; i < n; i++)
		hash = (hash ^ (size_t)stack[i]) * 1099511628211u;
	for (size_t i = hash % SEEN, k = 0; k < SEEN; k++, i = (i + 1) % SEEN) {
		struct seen *seen = &shared->seen[i];

		if (seen->stack == hash)
			return;
		if (!seen->stack) {
			*seen = (struct seen){hash, child, kind, number};
			return;
		}
	}
}

/* Returns true if this call is to fail, with errno set. */
static bool
fails(enum kind kind)
{
	unsigned child, number;

	if (!shared || busy)
		return false;
	child = forked;
	number = 1 + atomic_fetch_add(&shared->calls[child][kind], 1);
	busy = true;
	if (counting)
		note(child, kind, number);
	if (!child && kind != MEMORY && 1 + atomic_fetch_add(&shared->moments, 1) == wanted && wanted_signal)
		kill(owner, wanted_signal);
	busy = false;
	if (counting || wanted_signal || kind != wanted_kind || child != wanted_child ||
	    (on ? number < wanted || relieved : number != wanted))
		return false;
	errno = wanted_error;
	return true;
}

/* How much of a read or write of n bytes is done: 0 with errno set, part of it or all. */
static size_t
part(enum kind kind, size_t n)
{
	if (!fails(kind))
		return n;
	return errno ? 0 : (n + 1) / 2;
}

static void
show_counts(void)
{
	FILE *f = fopen(file, "w");

	for (unsigned child = 0; f && child < 2; child++)
		for (enum kind k = 0; k < KINDS; k++)
			fprintf(f, "%s%s %u\n", child ? "child-" : "", names[k], shared->calls[child][k]);
	for (size_t i = 0; f && i < SEEN; i++)
		if (shared->seen[i].stack)
			fprintf(f, "%s%s %u first\n", shared->seen[i].child ? "child-" : "",
			    names[shared->seen[i].kind], shared->seen[i].number);
	if (f) {
		fprintf(f, "moments %u\n", shared->moments);
		fclose(f);
	}
}

static void
parse(const char *s)
{
	char name[32];
	char rest[8] = "";

	if (sscanf(s, "count %4095s", file) == 1) {
		counting = true;
	} else if (sscanf(s, "fail %31s %u %d %7s", name, &wanted, &wanted_error, rest) >= 3) {
		wanted_child = !strncmp(name, "child-", 6);
		on = *rest;
		while (wanted_kind < KINDS && strcmp(names[wanted_kind], name + 6 * wanted_child) != 0)
			wanted_kind++;
	} else if (sscanf(s, "raise %d %u", &wanted_signal, &wanted) != 2) {
		abort();
	}
}

static void
note_fork(void)
{
	forked = true;
}

static __attribute__((constructor)) void
begin(void)
{
	const char *what = getenv("TORTURE");
	const struct rlimit no_core = {0, 0};
	void *p, *stack[2];

	if (!what)
		return;
	parse(what);
	unsetenv("TORTURE");
	unsetenv("LD_PRELOAD");
	setrlimit(RLIMIT_CORE, &no_core);
	/* It loads a library the first time. */
	backtrace(stack, 2);
	owner = getpid();
	pthread_atfork(NULL, NULL, note_fork);
	p = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		abort();
	shared = p;
}

static __attribute__((destructor)) void
end(void)
{
	busy = true;
	if (counting && shared && !forked)
		show_counts();
}

/* The C library's own calls of these go through here, too, and dlsym makes some. */
void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);
void __libc_free(void *p);

SHOWN void *
malloc(size_t n)
{
	return fails(MEMORY) ? NULL : __libc_malloc(n);
}

SHOWN void *
calloc(size_t n, size_t size)
{
	return fails(MEMORY) ? NULL : __libc_calloc(n, size);
}

SHOWN void *
realloc(void *p, size_t n)
{
	return fails(MEMORY) ? NULL : __libc_realloc(p, n);
}

/* Memory that has run out is there again once cgbench gives much of it back. */
SHOWN void
free(void *p)
{
	enum { MUCH = 1 << 20 };

	relieved = relieved || (on && p && wanted_kind == MEMORY && malloc_usable_size(p) >= MUCH);
	__libc_free(p);
}

/* A call that fails as a whole: with value, and otherwise what the real one returns. */
#define WHOLE(kind, type, name, parameters, arguments, value) \
	SHOWN type name parameters \
	{ \
		REAL(name); \
		return fails(kind) ? (value) : real_##name arguments; \
	}

static int
mode_of(int flags, va_list list)
{
	return flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, int) : 0;
}

#define OPENED(name) \
	SHOWN int name(const char *path, int flags, ...) \
	{ \
		REAL(name); \
		va_list list; \
		int mode; \
\
		va_start(list, flags); \
		mode = mode_of(flags, list); \
		va_end(list); \
		return fails(OPEN) ? -1 : real_##name(path, flags, mode); \
	}

int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);

OPENED(open)
OPENED(open64)
WHOLE(OPEN, int, __open_2, (const char *path, int flags), (path, flags), -1)
WHOLE(OPEN, int, __open64_2, (const char *path, int flags), (path, flags), -1)
WHOLE(OPEN, FILE *, fopen, (const char *path, const char *mode), (path, mode), NULL)
WHOLE(OPEN, FILE *, fopen64, (const char *path, const char *mode), (path, mode), NULL)
WHOLE(OPEN, DIR *, opendir, (const char *path), (path), NULL)
WHOLE(OPEN, int, memfd_create, (const char *name, unsigned flags), (name, flags), -1)
WHOLE(OPEN, int, mkostemp, (char *path, int flags), (path, flags), -1)
WHOLE(OPEN, char *, mkdtemp, (char *path), (path), NULL)
WHOLE(OPEN, int, mkdir, (const char *path, mode_t mode), (path, mode), -1)
WHOLE(OPEN, int, symlink, (const char *to, const char *path), (to, path), -1)
WHOLE(OPEN, int, dup, (int fd), (fd), -1)
WHOLE(OPEN, int, dup2, (int fd, int to), (fd, to), -1)
WHOLE(RENAME, int, rename, (const char *from, const char *to), (from, to), -1)
WHOLE(FORK, pid_t, fork, (void), (), -1)
WHOLE(PIPE, int, pipe, (int fds[2]), (fds), -1)
WHOLE(PIPE, int, pipe2, (int fds[2], int flags), (fds, flags), -1)
WHOLE(PIPE, int, socketpair, (int domain, int type, int protocol, int fds[2]), (domain, type, protocol, fds), -1)
WHOLE(MMAP, void *, mmap, (void *at, size_t n, int access, int flags, int fd, off_t offset),
    (at, n, access, flags, fd, offset), MAP_FAILED)
WHOLE(MMAP, void *, mmap64, (void *at, size_t n, int access, int flags, int fd, off64_t offset),
    (at, n, access, flags, fd, offset), MAP_FAILED)
WHOLE(SYNC, int, fsync, (int fd), (fd), -1)
WHOLE(SYNC, int, fdatasync, (int fd), (fd), -1)

/* These return the error. */
#define SPAWNED(name) \
	WHOLE(FORK, int, name, \
	    (pid_t * pid, const char *path, const posix_spawn_file_actions_t *actions, \
	        const posix_spawnattr_t *attributes, char *const argv[], char *const env[]), \
	    (pid, path, actions, attributes, argv, env), errno)

SPAWNED(posix_spawn)
SPAWNED(posix_spawnp)

/* A call that may also do a part of its work. */
#define PARTIAL(kind, name, parameters, arguments) \
	SHOWN ssize_t name parameters \
	{ \
		REAL(name); \
		size_t all = n; \
\
		n = part(kind, all); \
		return all && !n ? -1 : real_##name arguments; \
	}

PARTIAL(READ, read, (int fd, void *s, size_t n), (fd, s, n))
PARTIAL(READ, pread, (int fd, void *s, size_t n, off_t at), (fd, s, n, at))
PARTIAL(READ, pread64, (int fd, void *s, size_t n, off64_t at), (fd, s, n, at))
PARTIAL(WRITE, write, (int fd, const void *s, size_t n), (fd, s, n))
PARTIAL(WRITE, pwrite, (int fd, const void *s, size_t n, off_t at), (fd, s, n, at))
PARTIAL(WRITE, pwrite64, (int fd, const void *s, size_t n, off64_t at), (fd, s, n, at))

ssize_t __read_chk(int fd, void *s, size_t n, size_t room);
ssize_t __pread_chk(int fd, void *s, size_t n, off_t at, size_t room);
ssize_t __pread64_chk(int fd, void *s, size_t n, off64_t at, size_t room);
ssize_t __recv_chk(int fd, void *s, size_t n, size_t room, int flags);

PARTIAL(READ, __read_chk, (int fd, void *s, size_t n, size_t room), (fd, s, n, room))
PARTIAL(READ, __pread_chk, (int fd, void *s, size_t n, off_t at, size_t room), (fd, s, n, at, room))
PARTIAL(READ, __pread64_chk, (int fd, void *s, size_t n, off64_t at, size_t room), (fd, s, n, at, room))

/* A packet arrives whole. */
WHOLE(READ, ssize_t, recv, (int fd, void *s, size_t n, int flags), (fd, s, n, flags), -1)
WHOLE(READ, ssize_t, __recv_chk, (int fd, void *s, size_t n, size_t room, int flags), (fd, s, n, room, flags), -1)
WHOLE(WRITE, ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags), (fd, message, flags), -1)

/* Fails as if the stream's buffer could not be written: the C library marks the stream. */
static void
mark(FILE *f)
{
	enum { ERROR_SEEN = 0x20 };

	f->_flags |= ERROR_SEEN;
}

/* A stream in memory has no file. */
static bool
is_written(FILE *f)
{
	int error = errno, flags = f ? fileno(f) : -1;

	flags = flags < 0 ? -1 : fcntl(flags, F_GETFL);
	errno = error;
	return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

SHOWN size_t
fwrite(const void *s, size_t size, size_t n, FILE *f)
{
	REAL(fwrite);

	/* A short write is repeated by the C library. */
	if (!n || !is_written(f) || part(WRITE, 2))
		return real_fwrite(s, size, n, f);
	mark(f);
	return n / 2;
}

SHOWN int
fflush(FILE *f)
{
	REAL(fflush);

	if (!is_written(f) || part(WRITE, 2))
		return real_fflush(f);
	mark(f);
	return EOF;
}

SHOWN int
fclose(FILE *f)
{
	REAL(fclose);
	bool fail = is_written(f) && !part(WRITE, 2);
	int error = errno, closed = real_fclose(f);

	errno = fail ? error : errno;
	return fail ? EOF : closed;
}

/* The kernel interrupts only what sleeps. */
WHOLE(WAIT, int, poll, (struct pollfd * polls, nfds_t n, int ms), (polls, n, ms), -1)
WHOLE(WAIT, int, ppoll, (struct pollfd * polls, nfds_t n, const struct timespec *t, const sigset_t *mask),
    (polls, n, t, mask), -1)

#define WAITED(type, name, parameters, arguments) \
	SHOWN type name parameters \
	{ \
		REAL(name); \
\
		return !(options & WNOHANG) && fails(WAIT) ? -1 : real_##name arguments; \
	}

WAITED(pid_t, waitpid, (pid_t pid, int *status, int options), (pid, status, options))
WAITED(pid_t, wait4, (pid_t pid, int *status, int options, struct rusage *usage), (pid, status, options, usage))
WAITED(int, waitid, (idtype_t type, id_t id, siginfo_t *info, int options), (type, id, info, options))

/* Reads the first word of standard input by the function that is named, and says it:
       reads FUNCTION [first WHAT]
   By then each function whose address stands in the table has to be the C library's own. WHAT
   is something that is done before: see first(). */

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wchar.h>

enum { N = 64, END = 255 };

/* Headers hide these, or give them under other names. */
ssize_t __read(int, void *, size_t);
ssize_t __read_chk(int, void *, size_t, size_t);
ssize_t __pread_chk(int, void *, size_t, off_t, size_t);
size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
size_t __fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);
char *__fgets_chk(char *, size_t, int, FILE *);
char *__fgets_unlocked_chk(char *, size_t, int, FILE *);
char *__gets_chk(char *, size_t);
int __underflow(FILE *);
int __uflow(FILE *);
int __open_2(const char *, int);
int __openat_2(int, const char *, int);
int plain_scanf(const char *, ...) __asm__("scanf");
int plain_fscanf(FILE *, const char *, ...) __asm__("fscanf");
int plain_vfscanf(FILE *, const char *, va_list) __asm__("vfscanf");
int isoc99_scanf(const char *, ...) __asm__("__isoc99_scanf");
int isoc99_fscanf(FILE *, const char *, ...) __asm__("__isoc99_fscanf");
int isoc99_vscanf(const char *, va_list) __asm__("__isoc99_vscanf");

static char s[N];

static void
from_descriptor(int fd)
{
	if (read(fd, s, N - 1) < 0)
		abort();
}

static void
from_stream(FILE *f)
{
	if (!f || !fgets(s, N, f))
		abort();
}

/* The rest of a word of which one function has read a letter. */
static void
rest(int c)
{
	s[0] = (char)c;
	from_stream(stdin);
	memmove(s + 1, s, N - 1);
	s[0] = (char)c;
}

static void
by_list(int isoc99, ...)
{
	va_list list;

	va_start(list, isoc99);
	if (isoc99)
		isoc99_vscanf("%s", list);
	else
		plain_vfscanf(stdin, "%s", list);
	va_end(list);
}

#define BY(function, statement) \
	static void by_##function(void) \
	{ \
		statement; \
	}
#include "functions.h"
#undef BY

static const struct {
	const char *name;
	void (*by)(void);
} functions[] = {
#define BY(function, statement) {#function, by_##function},
#include "functions.h"
#undef BY
};

/* Bound as data, on pages that are write-protected. */
static const struct {
	const char *name;
	void *address;
} bound[] = {
    {"read", (void *)read},
    {"__read_chk", (void *)__read_chk},
    {"readv", (void *)readv},
    {"fgets", (void *)fgets},
    {"fread", (void *)fread},
    {"fopen", (void *)fopen},
    {"open", (void *)open},
    {"getc", (void *)getc},
};

/* Says whatever is not the C library's. */
static void
check_bound(void)
{
	void *libc = dlopen("libc.so.6", RTLD_LAZY);
	size_t i;

	for (i = 0; i < sizeof bound / sizeof *bound; i++) {
		if (bound[i].address != dlsym(libc, bound[i].name))
			dprintf(END, "%s is hooked, ", bound[i].name);
		if (dlsym(RTLD_DEFAULT, bound[i].name) != dlsym(libc, bound[i].name))
			dprintf(END, "%s is found hooked, ", bound[i].name);
	}
}

static void *
sleep_on(void *unused)
{
	pause();
	return unused;
}

static volatile sig_atomic_t ended;

static void
handle(int signal)
{
	ended += signal == SIGCHLD;
}

static void
first(const char *what)
{
	const char *list = getenv("LD_PRELOAD");
	pthread_t thread;
	pid_t pid;

	if (!strcmp(what, "thread"))
		pthread_create(&thread, NULL, sleep_on, NULL);
	if (!strcmp(what, "ignore"))
		signal(SIGCHLD, SIG_IGN);
	if (!strcmp(what, "handle"))
		signal(SIGCHLD, handle);
	/* One that is not the server reads what stands there, and so on its own. */
	if (!strcmp(what, "fork") && (pid = fork()) == 0)
		_exit(read(0, s, 1) == 1 && access("work", F_OK) ? 0 : 1);
	if (!strcmp(what, "fork") && (waitpid(pid, &pid, 0) < 0 || pid))
		strcpy(s, "bad");
	if (!strcmp(what, "environment") && list && strstr(list, "forkserver"))
		abort();
	if (!strcmp(what, "descriptors") && system("test -e /proc/self/fd/253"))
		return;
	if (!strcmp(what, "descriptors"))
		abort();
}

/* A program that was ignoring or handling SIGCHLD sees this, and this of its descriptors. */
static void
check_after(const char *what)
{
	sigset_t blocked;

	if (!strcmp(what, "ignore") && signal(SIGCHLD, SIG_IGN) != SIG_IGN)
		dprintf(END, "SIGCHLD is not ignored, ");
	if (sigprocmask(SIG_BLOCK, NULL, &blocked) || sigismember(&blocked, SIGCHLD))
		dprintf(END, "SIGCHLD is blocked, ");
	if (ended)
		dprintf(END, "the server has handled %d SIGCHLD, ", (int)ended);
	if (fcntl(253, F_GETFD) >= 0 || fcntl(254, F_GETFD) >= 0)
		dprintf(END, "open, ");
}

int
main(int argc, char **argv)
{
	const char *what = argc > 3 ? argv[3] : "";
	size_t i;

	first(what);
	for (i = 0; i < sizeof functions / sizeof *functions; i++)
		if (argc > 1 && !strcmp(argv[1], functions[i].name))
			functions[i].by();
	check_bound();
	check_after(what);
	dprintf(END, "%.*s", (int)strcspn(s, "\n"), s);
	return 0;
}

/* cost COMMAND...: runs it, its standard output to /dev/null, and prints on one line
       WALL CPU OWN PEAK
   in seconds: by the clock, of processor time with all descendants that were waited for, and
   of the command's own process; and its own peak memory in KiB. */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double
seconds(const struct timeval *t)
{
	return (double)t->tv_sec + (double)t->tv_usec / 1e6;
}

static _Noreturn void
fail(const char *what)
{
	fprintf(stderr, "cost: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void
read_proc(pid_t pid, const char *name, char *s, size_t n)
{
	char path[64];
	ssize_t got;
	int fd;

	snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
	fd = open(path, O_RDONLY);
	got = fd < 0 ? -1 : read(fd, s, n - 1);
	if (got < 0)
		fail(path);
	s[got] = '\0';
	close(fd);
}

/* "1234 (cgbench) S 1 1 ... UTIME STIME ...", in ticks: the twelfth and thirteenth after the
   name. */
static double
own_time(pid_t pid)
{
	char s[4096];
	unsigned long user = 0, sys = 0;

	read_proc(pid, "stat", s, sizeof s);
	sscanf(strrchr(s, ')'), ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &sys);
	return (double)(user + sys) / (double)sysconf(_SC_CLK_TCK);
}

/* "VmHWM:\t    1234 kB\n" */
static long
peak(pid_t pid)
{
	char s[8192];
	const char *line;

	read_proc(pid, "status", s, sizeof s);
	line = strstr(s, "VmHWM:");
	return line ? strtol(line + strlen("VmHWM:"), NULL, 10) : 0;
}

static _Noreturn void
become(char **argv)
{
	int fd = open("/dev/null", O_WRONLY);

	if (fd < 0 || dup2(fd, STDOUT_FILENO) < 0)
		fail("/dev/null");
	raise(SIGSTOP);
	execvp(argv[0], argv);
	fail(argv[0]);
}

/* The kernel stops the process where it is about to end, its memory still there. */
static int
watch(pid_t pid, double *own, long *kib)
{
	int status;

	while (waitpid(pid, &status, 0) == pid && WIFSTOPPED(status)) {
		int event = status >> 16, number = WSTOPSIG(status);

		if (event == PTRACE_EVENT_EXIT) {
			*own = own_time(pid);
			*kib = peak(pid);
		}
		ptrace(PTRACE_CONT, pid, 0, event ? 0 : number);
	}
	return status;
}

int
main(int argc, char **argv)
{
	double start, wall, own = 0;
	struct rusage usage;
	int status;
	long kib = 0;
	pid_t pid;

	if (argc < 2) {
		fprintf(stderr, "usage: cost COMMAND [ARGUMENT...]\n");
		return 2;
	}
	pid = fork();
	if (pid == 0)
		become(argv + 1);
	if (pid < 0 || waitpid(pid, &status, WUNTRACED) != pid || ptrace(PTRACE_SEIZE, pid, 0, PTRACE_O_TRACEEXIT))
		fail("ptrace");
	start = now();
	kill(pid, SIGCONT);
	status = watch(pid, &own, &kib);
	wall = now() - start;
	getrusage(RUSAGE_CHILDREN, &usage);
	printf("%.3f %.3f %.3f %ld\n", wall, seconds(&usage.ru_utime) + seconds(&usage.ru_stime), own, kib);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

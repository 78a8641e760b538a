/* Starts a program as cgbench does, with requests for measurements:
       drive fork LIBRARY DIR... -- PROGRAM ARGUMENT...    a process for each directory
       drive here LIBRARY DIR -- PROGRAM ARGUMENT...       the one process
       drive bare '' DIR -- PROGRAM ARGUMENT...            the same, without a fork server
   The library is preloaded, unless its name is empty. For each directory that the program was
   run in it prints the name, the number of the process and its status as wait gives it. */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inject/forkserver/protocol.h"

enum { WARM_TURNS = 16 };

static void
fail(const char *what)
{
	fprintf(stderr, "drive: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void
redirect(int to, const char *path, int flags)
{
	int fd = open(path, flags, 0644);

	if (fd < 0 || dup2(fd, to) < 0)
		fail(path);
	if (fd != to)
		close(fd);
}

static void
write_requests(char **dirs, int n, int call)
{
	struct cgbench_request request = {.call = CGBENCH_WARM, .cell = -2, .number = -1};
	FILE *f = fopen("requests", "w");
	int i;

	if (!f)
		fail("requests");
	for (i = 0; i < WARM_TURNS; i++)
		fwrite(&request, sizeof request, 1, f);
	for (i = 0; i < n; i++) {
		request.call = call;
		request.cell = request.number = i;
		snprintf(request.dir, sizeof request.dir, "%s", dirs[i]);
		fwrite(&request, sizeof request, 1, f);
	}
	if (fclose(f))
		fail("requests");
}

static _Noreturn void
start(char **command, const char *library, const char *dir, int bare)
{
	struct rlimit limit;
	char work[1000];

	personality(ADDR_NO_RANDOMIZE);
	/* Valgrind takes what it needs itself from beyond the lower limit. */
	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = CGBENCH_END + 1;
	setrlimit(RLIMIT_NOFILE, &limit);
	redirect(1, "/dev/null", O_WRONLY);
	if (bare) {
		snprintf(work, sizeof work, "%s/work", dir);
		redirect(0, work, O_RDONLY);
	} else {
		redirect(0, "requests", O_RDONLY);
		redirect(CGBENCH_REQUESTS, "requests", O_RDONLY);
		redirect(CGBENCH_REPLIES, "replies", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND);
	}
	if (*library)
		setenv("LD_PRELOAD", library, 1);
	execv(command[0], command);
	fail(command[0]);
	abort();
}

static void
print_replies(char **dirs, int n)
{
	struct cgbench_reply reply;
	FILE *f = fopen("replies", "r");

	while (f && fread(&reply, sizeof reply, 1, f) == 1)
		if (reply.over && reply.number >= 0 && reply.number < n)
			printf("%s %d %d\n", dirs[reply.number], reply.pid, reply.status);
	if (f)
		fclose(f);
}

int
main(int argc, char **argv)
{
	int fork_each = !strcmp(argv[1], "fork"), n = 0, status = 0;
	char **dirs = argv + 3;
	pid_t pid;

	while (dirs[n] && strcmp(dirs[n], "--"))
		n++;
	if (argc < 3 || !dirs[n])
		return 2;
	write_requests(dirs, n, fork_each ? CGBENCH_FORK : CGBENCH_HERE);
	pid = fork();
	if (pid == 0)
		start(dirs + n + 1, argv[2], dirs[0], !strcmp(argv[1], "bare"));
	waitpid(pid, &status, 0);
	if (fork_each)
		print_replies(dirs, n);
	else
		printf("%s %d %d\n", dirs[0], (int)pid, status);
	if (status && fork_each)
		printf("server %d %d\n", (int)pid, status);
	return 0;
}

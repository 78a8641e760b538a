#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "protocol.h"

/* Preloaded into a compiler: stops it before its main, and forks it there for each request.
   Loading and relocating are done by then, which is most of what clang does for a short source.
 */

typedef int program_main(int argc, char **argv, char **envp);
typedef int start_main(
    program_main *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

static program_main *program;

/* Returns the length of the request; 0 if there will be no more. */
static size_t
compilerserver_receive(char *request, int *output)
{
	union {
		struct cmsghdr header;
		char room[CMSG_SPACE(sizeof(int))];
	} control;
	struct iovec piece = {request, COMPILER_SERVER_REQUEST};
	struct msghdr message = {.msg_iov = &piece,
	    .msg_iovlen = 1,
	    .msg_control = &control,
	    .msg_controllen = sizeof control};
	ssize_t n = recvmsg(0, &message, MSG_CMSG_CLOEXEC);

	if (n <= 0 || !CMSG_FIRSTHDR(&message))
		return 0;
	memcpy(output, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof *output);
	return (size_t)n;
}

static void
compilerserver_settle(int output)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	close(0);
	if (open("/dev/null", O_RDONLY) || dup2(output, 1) < 0 || dup2(output, 2) < 0)
		_exit(127);
	close(output);
}

/* Becomes the program, with its own words followed by those of the request. */
static int
compilerserver_run(int argc, char **argv, char *request, size_t n, int output)
{
	char **words = malloc(((size_t)argc + n + 1) * sizeof *words);
	int count = 0;

	if (!words)
		_exit(127);
	compilerserver_settle(output);
	for (; count < argc; count++)
		words[count] = argv[count];
	for (char *s = request; s < request + n; s += strlen(s) + 1)
		words[count++] = s;
	words[count] = NULL;
	return program(count, words, environ);
}

static int
serve(int argc, char **argv, char **envp)
{
	static char request[COMPILER_SERVER_REQUEST + 1];
	int answer = 0, output;
	size_t n;

	(void)envp;
	/* Nothing is preloaded into programs that the compiler starts. */
	unsetenv("LD_PRELOAD");
	while (send(0, &answer, sizeof answer, MSG_NOSIGNAL) > 0) {
		n = compilerserver_receive(request, &output);
		if (!n)
			break;
		/* The new process is a sibling of this one, so that cgbench can wait for it. */
		answer =
		    (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL);
		if (!answer)
			return compilerserver_run(argc, argv, request, n, output);
		close(output);
	}
	return 0;
}

static int
is_compiler_server(void)
{
	int type = 0;
	socklen_t n = sizeof type;

	return !getsockopt(0, SOL_SOCKET, SO_TYPE, &type, &n) && type == SOCK_SEQPACKET;
}

__attribute__((visibility("default"))) int __libc_start_main(
    program_main *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

int
__libc_start_main(program_main *of_program, int argc, char **argv, void (*init)(void),
    void (*fini)(void), void (*rtld_fini)(void), void *stack_end)
{
	start_main *next;

	*(void **)&next = dlsym(RTLD_NEXT, "__libc_start_main");
	program = of_program;
	return next(is_compiler_server() ? serve : of_program, argc, argv, init, fini,
	    rtld_fini, stack_end);
}

/* step PROGRAM <WORK: single-steps a program and prints how many instructions it ran between
   marks: nopl 0x6e676562(%rax)    "begn" nopl 0x736c6c61(%rax)    "alls" The marks themselves
   are left out; an instruction with rep is as many as it has turns. Exit status: 77 where
   ptrace is refused, 1 for any other failure. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum mark { MARK_NONE, MARK_BEGIN, MARK_END };

static void
fail(const char *what)
{
	perror(what);
	exit(errno == EPERM ? 77 : 1);
}

/* Ends with 77 where it may not be traced. */
static void
be_traced(char *program)
{
	char *argv[] = {program, NULL}, *envp[] = {NULL};

	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		_exit(77);
	execve(program, argv, envp);
	_exit(1);
}

/* What the next instruction is. */
static enum mark
mark_at(pid_t pid)
{
	static const unsigned char nop[] = {0x0f, 0x1f, 0x80};
	unsigned long address, word;
	char bytes[sizeof word];

	errno = 0;
	address = (unsigned long)ptrace(
	    PTRACE_PEEKUSER, pid, offsetof(struct user_regs_struct, rip), NULL);
	word = (unsigned long)ptrace(PTRACE_PEEKTEXT, pid, address, NULL);
	memcpy(bytes, &word, sizeof bytes);
	if (errno || memcmp(bytes, nop, sizeof nop))
		return MARK_NONE;
	if (!memcmp(bytes + sizeof nop, "begn", 4))
		return MARK_BEGIN;
	if (!memcmp(bytes + sizeof nop, "alls", 4))
		return MARK_END;
	return MARK_NONE;
}

/* Lets the program go on by one instruction. Returns false when it is over. */
static bool
step(pid_t pid, int *status)
{
	int signal = WSTOPSIG(*status) == SIGTRAP ? 0 : WSTOPSIG(*status);

	if (ptrace(PTRACE_SINGLESTEP, pid, NULL, signal) || waitpid(pid, status, 0) < 0)
		fail("step: PTRACE_SINGLESTEP");
	return WIFSTOPPED(*status);
}

int
main(int argc, char **argv)
{
	unsigned long marked = 0;
	bool inside = false;
	int status;
	pid_t pid;

	if (argc != 2) {
		fprintf(stderr, "usage: step PROGRAM <WORK\n");
		return 1;
	}
	pid = fork();
	if (pid < 0)
		fail("step: fork");
	if (!pid)
		be_traced(argv[1]);
	if (waitpid(pid, &status, 0) < 0)
		fail("step: waitpid");
	while (WIFSTOPPED(status)) {
		enum mark mark = mark_at(pid);

		if (mark)
			inside = mark == MARK_BEGIN;
		else
			marked += (unsigned long)inside;
		if (!step(pid, &status))
			break;
	}
	if (!WIFEXITED(status) || WEXITSTATUS(status)) {
		fprintf(stderr, "step: %s did not run to its end\n", argv[1]);
		return WIFEXITED(status) && WEXITSTATUS(status) == 77 ? 77 : 1;
	}
	printf("%lu\n", marked);
	return 0;
}

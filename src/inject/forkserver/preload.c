/* The library that is preloaded into interpreters: gets a process from the fork server when
   standard input is first read. It does nothing in a process without requests, in one that the
   program forked before that, and in a program that it executed. */

#include <alloca.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "forkserver.c"
#include "hook.h"
#include "restore.h"
#include "rollback.h"

static long own_pid;

/* Removes this library from a list of paths in place, so that data above it on the stack keep
   their addresses. */
static void
leave_list(char *list)
{
	static const char name[] = CGBENCH_PRELOAD;
	char *entry = list, *end;
	size_t n;

	for (; *entry; entry = *end ? end + 1 : end) {
		end = entry + strcspn(entry, ": ");
		n = (size_t)(end - entry);
		if (n < sizeof name - 1 ||
		    memcmp(end - (sizeof name - 1), name, sizeof name - 1))
			continue;
		if (*end)
			memmove(entry, end + 1, strlen(end + 1) + 1);
		else
			entry[entry > list ? -1 : 0] = '\0';
		return;
	}
}

static void
leave_environment(char **env)
{
	static const char name[] = "LD_PRELOAD=";

	for (; *env; env++) {
		if (strncmp(*env, name, sizeof name - 1))
			continue;
		leave_list(*env + sizeof name - 1);
		if ((*env)[sizeof name - 1])
			continue;
		for (; (*env = env[1]); env++)
			;
		return;
	}
}

static struct cgbench_request first;
static void *volatile taken;

/* For a layout in which the heap begins elsewhere: allocates before the program does. */
static void
take_heap(void)
{
	syscall(SYS_pread64, CGBENCH_REQUESTS, &first, sizeof first, 0L);
	if (first.heap)
		taken = malloc((size_t)first.heap);
}

static int (*program_main)(int, char **, char **);

static int
main_below(int argc, char **argv, char **env)
{
	uintptr_t above = (uintptr_t)__builtin_frame_address(0) % CGBENCH_REGION;
	volatile char *room = alloca(above + (size_t)first.stack + sizeof above);

	int status = program_main(argc, argv, env);

	/* Keeps the room in use until here. */
	*room = 0;
	return status;
}

typedef int start(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void),
    void (*)(void), void *);
__attribute__((visibility("default"))) start __libc_start_main;

/* libc's function that calls "main". */
int
__libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void),
    void (*fini)(void), void (*end)(void), void *stack)
{
	start *real = (start *)dlsym(RTLD_NEXT, "__libc_start_main");

	program_main = main;
	return real(main_below, argc, argv, init, fini, end, stack);
}

/* Runs before the program can copy its environment or start another program. */
static __attribute__((constructor)) void
preload_start(int argc, char **argv, char **env)
{
	(void)argc;
	(void)argv;
	own_pid = syscall(SYS_getpid, CGBENCH_ASK);
	syscall(SYS_fcntl, CGBENCH_LOG, F_SETFD, FD_CLOEXEC);
	syscall(SYS_fcntl, CGBENCH_REQUESTS, F_SETFD, FD_CLOEXEC);
	syscall(SYS_fcntl, CGBENCH_REPLIES, F_SETFD, FD_CLOEXEC);
	leave_environment(env);
	take_heap();
}

/* Not 0 while the program runs the script that warms it up, from its first read to its very
   end. Then it is returned to the state before that read. What remains are valgrind's
   translations of the program, which no process has to make again. */
static int warming;

/* Replacements of the standard streams meanwhile, and copies of the streams themselves. */
static long stands[3], kept[3];

/* Returns 1 if there is a script to warm up with. */
static int
open_stands(void)
{
	if (syscall(SYS_fcntl, CGBENCH_REQUESTS, F_GETFD) < 0)
		return 0;
	stands[0] = syscall(SYS_openat, AT_FDCWD, CGBENCH_WARMUP, O_RDONLY | O_CLOEXEC, 0);
	if (stands[0] < 0)
		return 0;
	for (int fd = 1; fd < 3; fd++)
		stands[fd] = syscall(SYS_openat, AT_FDCWD, "/dev/null", O_WRONLY | O_CLOEXEC);
	for (int fd = 0; fd < 3; fd++)
		kept[fd] = syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, CGBENCH_LOG - 8);
	return 1;
}

static void
replace(const long *by)
{
	for (int fd = 0; fd < 3; fd++)
		syscall(CGBENCH_SYS_DUP, by[fd], fd CGBENCH_DUP_ARGUMENTS);
}

static void
close_stands(void)
{
	for (int fd = 0; fd < 3; fd++) {
		syscall(SYS_close, stands[fd]);
		syscall(SYS_close, kept[fd]);
	}
}

/* Returns 1 if the program is to run that script now. */
static int
warm_up(void)
{
	if (!open_stands())
		return 0;
	if (rollback_mark() == 1) {
		warming = 1;
		replace(stands);
		return 1;
	}
	replace(kept);
	close_stands();
	return 0;
}

/* Ends the warming up. libc would close its streams after this, so it is done here first. */
static __attribute__((destructor)) void
preload_end(void)
{
	if (!warming || own_pid != syscall(SYS_getpid, CGBENCH_ASK))
		return;
	fcloseall();
	rollback();
}

/* Removes the hooks first, so that this is done once and not by each process. */
int
preload_wake(void)
{
	if (warming || (own_pid == syscall(SYS_getpid, CGBENCH_ASK) && warm_up()))
		return 0;
	restore_all();
	hook_settle();
	if (own_pid != syscall(SYS_getpid, CGBENCH_ASK))
		return 1;
	cgbench_serve();
	return 1;
}

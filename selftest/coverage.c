/* Linked into a build for coverage, in the place of functions of the C library (ld --wrap): a
   process that ends by one of them, or becomes another program, first writes what it ran. */
#include <signal.h>
#include <unistd.h>

void __gcov_dump(void);
void __gcov_reset(void);

_Noreturn void __real__exit(int status);
int __real_raise(int number);
int __real_kill(pid_t pid, int number);
int __real_execve(const char *path, char *const argv[], char *const env[]);
int __real_execvp(const char *file, char *const argv[]);

_Noreturn void __wrap__exit(int status);
int __wrap_raise(int number);
int __wrap_kill(pid_t pid, int number);
int __wrap_execve(const char *path, char *const argv[], char *const env[]);
int __wrap_execvp(const char *file, char *const argv[]);

/* A process that goes on, because exec failed or a signal is ignored, counts from zero again. */
static void
dump(void)
{
	__gcov_dump();
	__gcov_reset();
}

_Noreturn void
__wrap__exit(int status)
{
	dump();
	__real__exit(status);
}

int
__wrap_raise(int number)
{
	dump();
	return __real_raise(number);
}

int
__wrap_kill(pid_t pid, int number)
{
	if (pid == getpid())
		dump();
	return __real_kill(pid, number);
}

int
__wrap_execve(const char *path, char *const argv[], char *const env[])
{
	dump();
	return __real_execve(path, argv, env);
}

int
__wrap_execvp(const char *file, char *const argv[])
{
	dump();
	return __real_execvp(file, argv);
}

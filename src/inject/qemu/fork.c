#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api.h"
#include "compact.h"
#include "fork.h"
#include "learnt.h"
#include "protocol.h"

#define EXPORT __attribute__((visibility("default")))

/* QEMU is made compact when it forks so often: that takes as long as a hundred processes gain.
 */
enum { COMPACT_AT = 33 };
/* As many system calls leave some MB to free. */
enum { LATE_AT = 1 << 16 };

typedef int create_function(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument);

/* The thread that frees QEMU's memory when no other uses it any more. QEMU starts it in each
   process, but few live until it has something to do. */
static struct {
	void *(*run)(void *);
	void *argument;
} late;

static bool begun, forking;
static unsigned forks, calls;

static create_function *
find_create(void)
{
	static create_function *found;

	if (!found)
		found = (create_function *)dlsym(RTLD_NEXT, "pthread_create");
	return found;
}

static void
start_late(void)
{
	pthread_attr_t attributes;
	sigset_t all, old;
	pthread_t thread;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	if (!find_create()(&thread, &attributes, late.run, late.argument))
		late.run = NULL;
	pthread_attr_destroy(&attributes);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

/* Whether this is QEMU, and not a script that starts it. */
static bool
is_qemu(void)
{
	return qemu_plugin_tb_n_insns;
}

/* The thread of each process is the one that is created before QEMU has started or while it
   forks. */
EXPORT int
pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
	if (!is_qemu() || (begun && !forking))
		return find_create()(thread, attributes, run, argument);
	late.run = run;
	late.argument = argument;
	*thread = pthread_self();
	return 0;
}

EXPORT pid_t
fork(void)
{
	static pid_t (*next)(void);
	pid_t pid;

	if (!next)
		next = (pid_t(*)(void))dlsym(RTLD_NEXT, "fork");
	if (++forks == COMPACT_AT && begun)
		compact();
	learnt_use();
	forking = true;
	pid = next();
	forking = false;
	if (!pid) {
		calls = 0;
		forks = COMPACT_AT;
	}
	return pid;
}

bool
fork_begin(bool compacts)
{
	begun = true;
	if (!compacts)
		forks = COMPACT_AT;
	return late.run;
}

void
fork_count_call(void)
{
	if (++calls == LATE_AT && late.run)
		start_late();
}

/* The program that QEMU runs is not meant to be given this library. */
static __attribute__((constructor)) void
hide(void)
{
	const char *given = getenv("LD_PRELOAD");
	const char *name = given ? strrchr(given, '/') : NULL;

	if (is_qemu() && name && !strcmp(name + 1, CGBENCH_QEMU_PLUGIN))
		unsetenv("LD_PRELOAD");
}

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "hook.h"
#include "pin.h"
#include "preload_machine.h"

/* A call concerns standard input if a descriptor, stream or path among its arguments does.
   STANDARD: it always does. PINNED: it never does, but the function is replaced. */
enum hook_concern { DESCRIPTOR, STREAM, PATH, STANDARD, PINNED };

static const struct {
	const char *name;
	enum hook_concern concern;
	int argument;
} hooks[] = {
#define HOOK(name, concern, argument) {#name, concern, argument},
#include "hooks.h"
#undef HOOK
};

enum {
#define HOOK(name, concern, argument) HOOK_##name,
#include "hooks.h"
#undef HOOK
	HOOKS
};

extern const struct stub hook_stubs[] __attribute__((visibility("hidden")));
extern void *volatile hook_targets[] __attribute__((visibility("hidden")));
void *hook_called(int hook, const long *arguments) __attribute__((visibility("hidden")));

/* At first a stub jumps to the code after its jump, which asks. */
void *volatile hook_targets[] = {
#define HOOK(name, concern, argument) (void *)hook_stubs[HOOK_##name].ask,
#include "hooks.h"
#undef HOOK
};

/* __COUNTER__ counts like the enumeration, but can be written into assembly. */
#define HOOK(name, concern, argument) STUB(name, __COUNTER__)
#define STUB(name, number) STUB_(name, number)

__asm__(STUBS_BEGIN
#include "hooks.h"
);
#undef HOOK

_Static_assert(__COUNTER__ == HOOKS, "the stubs are numbered as the enumeration is");

static void *reals[HOOKS];

int
hook_at(const void *address)
{
	size_t offset = (size_t)((const char *)address - (const char *)hook_stubs);
	size_t hook = offset / sizeof *hook_stubs;

	return offset % sizeof *hook_stubs == 0 && hook < HOOKS ? (int)hook : -1;
}

void *
hook_real(int hook)
{
	if (!reals[hook])
		reals[hook] = dlsym(RTLD_NEXT, hooks[hook].name);
	return reals[hook];
}

void
hook_settle(void)
{
	for (int i = 0; i < HOOKS; i++)
		if (reals[i])
			hook_targets[i] = reals[i];
}

static int
is_stdin(const char *path)
{
	return !strcmp(path, "/dev/stdin") || !strcmp(path, "/dev/fd/0") ||
	       !strcmp(path, "/proc/self/fd/0");
}

static int
concerns_stdin(int hook, const long *arguments)
{
	long argument = arguments[hooks[hook].argument];

	switch (hooks[hook].concern) {
	case DESCRIPTOR:
		return (int)argument == 0;
	case STREAM:
		return fileno((FILE *)argument) == 0;
	case PATH:
		return argument && is_stdin((const char *)argument);
	case STANDARD:
		return fileno(stdin) == 0;
	case PINNED:
		return 0;
	}
	return 0;
}

/* Handles a call until its hook is settled. arguments: those passed in registers. Returns the
   function to jump to. */
void *
hook_called(int hook, const long *arguments)
{
	static int awake;
	int saved = errno;
	void *real = hook_real(hook), *pin = NULL;

	if (!awake && hooks[hook].concern == PINNED)
		pin = pin_for(hooks[hook].name, arguments);
	if (!awake && concerns_stdin(hook, arguments)) {
		awake = preload_wake();
	}
	if (awake)
		hook_targets[hook] = real;
	errno = saved;
	return pin ? pin : real;
}

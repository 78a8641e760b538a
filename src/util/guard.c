#include <stdlib.h>

#include "util/guard.h"

static struct guard *innermost;

void
guard_open(struct guard *guard, void (*release)(void *held), void *held)
{
	*guard = (struct guard){release, held, innermost};
	innermost = guard;
}

void
guard_close(const struct guard *guard)
{
	if (guard != innermost)
		abort();
	innermost = guard->outer;
}

const struct guard *
guard_innermost(void)
{
	return innermost;
}

void
guard_release(const struct guard *outer)
{
	while (innermost != outer) {
		struct guard *guard = innermost;

		innermost = guard->outer;
		guard->release(guard->held);
	}
}

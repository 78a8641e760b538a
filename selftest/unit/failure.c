#include "model/failure.h"
#include "tap.h"

/* A failure keeps that many bytes of an output of so many. */
static void
keeps(size_t n, size_t want)
{
	OWNED char *output = memory_new(n + 1);
	struct failure *failure;

	memset(output, 'x', n);
	failure = failure_new("link", "why", "cc", output);
	ok(strspn(failure->output, "x") == want, "%zu bytes of %zu", want, n);
	is(failure->output + want, n == want ? "" : "\n[...]\n", "and says so");
	failure_free(failure);
}

int
main(void)
{
	keeps(0, 0);
	keeps(8192, 8192);
	keeps(8193, 8192 - sizeof "\n[...]\n");
	return tap_done();
}

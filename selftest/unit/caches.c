/* The geometry of caches, as options and as cachegrind's out file says it. */

#include <stdlib.h>

#include "tap.h"
#include "valgrind/caches.h"

static void
shows(const struct words *options, const char *want, const char *name)
{
	char *shown = caches_show(options);

	is(shown, want, name);
	free(shown);
}

static void
test_described(void)
{
	static const char out[] =
	    "desc: I1 cache:         32768 B, 64 B, 8-way associative\n"
	    "desc: D1 cache:         49152 B, 64 B, 12-way associative\n"
	    "desc: LL cache:         536870912 B, 128 B, 2-way associative\n"
	    "cmd: /bin/sh\n";
	struct words options = WORDS_EMPTY;

	ok(caches_add_described(&options, out), "an out file describes all");
	shows(&options, "I1=32768,8,64 D1=49152,12,64 LL=536870912,2,128",
	    "bytes, ways, bytes of a line");
	words_free(&options);
	ok(!caches_add_described(&options, strstr(out, "desc: D1")), "one is missing");
	ok(!caches_add_described(&options, "cmd: /bin/sh\n"), "all are missing");
	ok(options.n == 0, "then none is taken");
}

int
main(void)
{
	struct words options = WORDS_EMPTY;

	test_described();
	caches_add_fixed(&options);
	shows(
	    &options, "I1=32768,8,64 D1=32768,8,64 LL=8388608,16,64", "the same for all hosts");
	words_add(&options, "--branch-sim=yes");
	words_add(&options, "--D1=49152,12,64");
	words_add(&options, "--L2=1048576,16,64");
	shows(&options, "I1=32768,8,64 D1=49152,12,64 LL=1048576,16,64", "the last ones count");
	words_free(&options);
	ok(!caches_of("--branch-sim=yes") && !caches_of("--D1"), "no cache's option");
	return tap_done();
}

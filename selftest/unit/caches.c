/* The geometry of caches: in valgrind's options and in cachegrind's out file. */

#include "tap.h"
#include "util/embedded.h"
#include "valgrind/caches.h"

static const char described[] = "desc: I1 cache:         32768 B, 64 B, 8-way associative\n"
                                "desc: D1 cache:         49152 B, 64 B, 12-way associative\n"
                                "desc: LL cache:         536870912 B, 128 B, 2-way associative\n"
                                "cmd: /bin/sh\n";

/* want: NULL where the text must not be understood. */
static void
describes(const char *out, const char *want, const char *name)
{
	FREED_BY(words_free) struct words options = WORDS_EMPTY;
	bool known = caches_add_described(&options, out);

	ok(known == (want != NULL), "%s: %s", name, want ? "understood" : "refused");
	if (want)
		is_freed(caches_show(&options), want, name);
	else
		ok(options.n == 0, "%s: no option is added", name);
}

static void
describes_sample(const char *name, const char *want)
{
	const struct embedded *file = embedded_find(name);

	describes(file ? (const char *)file->data : "", want, name);
}

static void
test_samples(void)
{
	static const char fixed[] = "I1=32768,8,64 D1=32768,8,64 LL=8388608,16,64",
	                  host[] = "I1=32768,8,64 D1=49152,12,64 LL=536870912,2,64";

	describes_sample("3.5.cachebranch.cgout", "I1=65536,2,64 D1=65536,2,64 LL=1048576,8,64");
	describes_sample("3.16.default.cgout", host);
	describes_sample("3.19.branchonly.cgout", host);
	describes_sample("3.19.cachebranch.cgout", fixed);
	describes_sample("3.19.directmapped.cgout", "I1=32768,8,64 D1=32768,8,64 LL=268435456,1,64");
	describes_sample("3.27.default.cgout", NULL);
	describes_sample("3.27.cachebranch.cgout", fixed);
}

static void
test_forms(void)
{
	describes(described, "I1=32768,8,64 D1=49152,12,64 LL=536870912,2,128", "size, line, ways");
	describes("desc: I1 cache:         16384 B, 32 B, direct-mapped\n"
	          "desc: D1 cache:         8192 B, 16 B, direct-mapped\n"
	          "desc: LL cache:         2147483584 B, 64 B, 33554431-way associative\n",
	    "I1=16384,1,32 D1=8192,1,16 LL=2147483584,33554431,64", "direct-mapped first levels, one set");
	describes(strstr(described, "desc: D1"), NULL, "one cache is missing");
	describes("cmd: /bin/sh\n", NULL, "all caches are missing");
	describes("desc: I1 cache:         32768 B, 64 B, 8-way associative\n"
	          "desc: D1 cache:         32768 B, 64 B, 8-way associative\n"
	          "desc: LL cache:         8388608 B, 64 B, fully associative\n",
	    NULL, "a form that cachegrind does not write");
	describes("desc: I1 cache:         32768 B, 64 B, 8-way associative\n"
	          "desc: D1 cache:         32768 B, 64 B, 8-way associative\n"
	          "desc: LL cache:         8388608 B, 64 B, 16-way",
	    NULL, "a text that is cut off");
}

static void
test_options(void)
{
	struct words options = WORDS_EMPTY;

	caches_add_fixed(&options);
	is_freed(caches_show(&options), "I1=32768,8,64 D1=32768,8,64 LL=8388608,16,64", "the caches for every host");
	words_add(&options, "--branch-sim=yes");
	words_add(&options, "--D1=49152,12,64");
	words_add(&options, "--L2=1048576,16,64");
	is_freed(caches_show(&options), "I1=32768,8,64 D1=49152,12,64 LL=1048576,16,64", "the last option counts");
	words_free(&options);
	is(caches_of("--I1=32768,8,64"), "I1", "--I1= sets a cache");
	is(caches_of("--L2=32768,8,64"), "LL", "--L2= sets the last level");
	ok(!caches_of("--branch-sim=yes") && !caches_of("--D1") && !caches_of("--D10=1") && !caches_of("-D1=1") &&
	        !caches_of("--"),
	    "other options set none");
}

int
main(void)
{
	test_samples();
	test_forms();
	test_options();
	return tap_done();
}

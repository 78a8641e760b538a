#ifndef FINGERPRINT_H
#define FINGERPRINT_H

#include <stdint.h>

#include "model/test.h"

/* What the counts of a put depend on, beside the tests and the loop counts. It is saved with
   them, so that they are not compared with what was measured otherwise. */

enum trait {
	/* Of the host and of the run. */
	TRAIT_CGBENCH, /* versions */
	TRAIT_VALGRIND,
	TRAIT_KERNEL,
	TRAIT_LIBC,
	TRAIT_CPU,       /* that valgrind shows to programs */
	TRAIT_ENGINE,    /* "fork" or "exec" */
	TRAIT_CACHES,    /* their geometry, "I1=32768,8,64 D1=... LL=..." */
	TRAIT_GRINDARGS, /* the rest of --grindargs */
	TRAIT_PINS,      /* what a measured process has the same on every host */
	/* Of the put. */
	TRAIT_LANGUAGE,
	TRAIT_PATH,    /* of its executable, links resolved */
	TRAIT_SHA256,  /* of that file, in hexadecimal */
	TRAIT_VERSION, /* the first line that it says about itself; may be "" */
	TRAIT_ARGS,    /* --putargs and its own */
	TRAIT_ENV,     /* what its language pins, and its own --env */
	TRAIT_COUNT
};

/* Lists of words are quoted as for sh. Strings are owned; NULL: was not asked for. */
struct fingerprint {
	char *of[TRAIT_COUNT];
};

/* The name in saved files. */
const char *trait_name(enum trait trait);

void fingerprint_free(struct fingerprint *fingerprint);

/* A number for all of a test's text that a put of that language measures, in whatever order:
   every key but those that only say how its counts are shown or judged. 0 where the test has no
   code for it. plain: as in test_part_for. */
uint64_t fingerprint_of_test(const struct test *test, const char *language, bool plain);

#endif

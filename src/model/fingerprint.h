#pragma once

#include <stdint.h>

#include "model/test.h"

/* The counts of a put depend on its fingerprint, apart from the tests and the loop counts. It
   is saved with the counts, so that they are only compared with counts that are comparable. */

enum trait {
	/* Traits of the host and of the run. */
	TRAIT_CGBENCH,  /* versions */
	TRAIT_VALGRIND, /* or "qemu 7.2.22", or "none" */
	TRAIT_KERNEL,
	TRAIT_LIBC,
	TRAIT_CPU,    /* the one that programs see: "avx2"; but on other machines than x86-64,
	                 and of QEMU's, the machine and more, "aarch64 neoverse-n1" */
	TRAIT_ENGINE, /* "fork", "exec" or "step" */
	TRAIT_CACHES, /* their geometry, "I1=32768,8,64 D1=... LL=..."; QEMU has none */
	TRAIT_GRINDARGS, /* other words of --grindargs */
	TRAIT_PINS,      /* what is made the same for measured processes on every host */
	/* Traits of the put. */
	TRAIT_LANGUAGE,
	TRAIT_PATH,    /* of its executable, links resolved */
	TRAIT_SHA256,  /* of that file, in hexadecimal */
	TRAIT_VERSION, /* the first line that it prints about itself; may be "" */
	TRAIT_ARGS,    /* --putargs and its own */
	TRAIT_ENV,     /* pinned by its language, and its own --env */
	TRAIT_COUNT
};

/* Lists of words are quoted for sh. Strings are owned; NULL: not determined. */
struct fingerprint {
	char *of[TRAIT_COUNT];
};

/* Returns true if QEMU ran the programs, and not valgrind. */
bool fingerprint_is_emulated(const struct fingerprint *fingerprint);
/* The machine that the programs are for, as QEMU calls it, "aarch64". The caller frees. */
char *fingerprint_machine(const struct fingerprint *fingerprint);

/* Its name in saved files. */
const char *trait_name(enum trait trait);

void fingerprint_free(struct fingerprint *fingerprint);

/* A hash of the parts of a test that determine its counts on a put of that language, whatever
   their order. 0 if the test has no code for it. plain: as in test_part_for. */
uint64_t fingerprint_of_test(const struct test *test, const char *language, bool plain);
/* A hash of all tests of a run, their order and all their parts. */
uint64_t fingerprint_of_tests(const struct tests *tests);

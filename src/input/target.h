#pragma once

#include "input/language.h"
#include "model/put.h"
#include "model/test.h"
#include "qemu/qemu.h"

/* A put that is ready to be measured. Borrows the put and the language, owns the rest. */
struct target {
	const struct put *put;
	const struct language *language;
	char *exe;         /* absolute path of the executable */
	struct words args; /* the put's leading words, --putargs, the put's other words */
	/* The directory of the kernel's headers if the compiler does not look there, or NULL.
	 */
	const char *headers;
	char *main_object; /* the compiled "main" of its language; NULL: none */
	bool links_more;   /* the executable is a script that adds code to what it links */
	bool plain;        /* sees the keys of a test that name no language */
	/* The fork server's library, relative to the directory of a session; NULL: the server
	   is linked in, or not used. */
	const char *preload;
	/* The QEMU that runs and counts its programs; NULL: valgrind does. */
	const struct qemu *qemu;
	char *sysroot;    /* has their libraries; absolute; NULL without qemu */
	bool narrow;      /* its programs are for 32 bits of the host's machine */
	char *unfit;      /* why its programs cannot be measured here; NULL: they can */
	char *unfit_said; /* what the compiler or interpreter said of that, or NULL */
	const char *cpu;  /* the processor level that its C library is limited to, or NULL */
};

struct targets {
	struct target *v;
	size_t n;
};

/* Finds language and executable of every put. wanted: the language of puts without a --lang of
   their own, or NULL; fallback: of puts that no language claims, or NULL. Ends the program with
   STATUS_USAGE at a put that is not found or that no language claims. */
void targets_find(struct targets *targets, const struct puts *puts,
    const struct languages *languages, const char *wanted, const char *fallback,
    const struct words *putargs);
/* Limits the C library of measured programs to a processor level, "v1" to "v3". Ends the
   program with STATUS_USAGE if this host lacks such a processor, or a put sets GLIBC_TUNABLES
   itself. */
void targets_hold(struct targets *targets, const char *level);
/* Returns how many of its args directly follow the executable, before what the language adds:
   up to the compiler that a wrapper such as nice starts, and rustc's +TOOLCHAIN. */
size_t target_lead(const struct target *target);
/* Adds the words that stand for {put}: the executable and those args. */
void target_add_put(struct words *words, const struct target *target);
/* The part that the put sees, or NULL: see test_part_for. */
const struct part *target_part(
    const struct target *target, const struct test *test, enum part_kind kind);
/* Returns true if the test has code for the put's language. */
bool target_has_code(const struct target *target, const struct test *test);
/* Returns true if the test has "pre" or "post" for the put, which each iteration executes
   beside the code. */
bool target_has_beside(const struct target *target, const struct test *test);
/* Returns true if the code is compiled but not run on this put. */
bool target_compiles_only(const struct target *target, const struct test *test);
/* Returns true if its programs run on this host's processor, and not only in QEMU. */
bool target_is_native(const struct target *target);
/* The machine of its programs. */
const struct machine *target_machine(const struct target *target);
void targets_free(struct targets *targets);

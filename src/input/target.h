#ifndef TARGET_H
#define TARGET_H

#include "input/language.h"
#include "model/put.h"
#include "model/test.h"

/* A put made ready to be measured. Borrows the put and the language, owns the rest. */
struct target {
	const struct put *put;
	const struct language *language;
	char *exe;         /* absolute path of the executable */
	struct words args; /* --putargs and the put's own */
	char *main_object; /* the compiled "main" of its language; NULL: none */
	bool plain;        /* keys of a test that name no language are meant for this one */
	/* The path of the fork server's library, from the directory of a session; NULL: it is
	   linked, or not used. */
	const char *preload;
	const char *cpu; /* the level that its C library is held to, or NULL */
};

struct targets {
	struct target *v;
	size_t n;
};

/* Finds language and executable of every put. wanted: the language of all that do not say
   otherwise, or NULL; fallback: that of those which none claims, or NULL. Ends the program with
   STATUS_USAGE at a put that cannot be found or that no language claims. */
void targets_find(struct targets *targets, const struct puts *puts,
    const struct languages *languages, const char *wanted, const char *fallback,
    const struct words *putargs);
/* Holds the C library of what is measured to that level, "v1" to "v3". Ends the program with
   STATUS_USAGE where this host has no such processor, or a put has a setting of its own. */
void targets_hold(struct targets *targets, const char *level);
/* The part that the put sees, or NULL: see test_part_for. */
const struct part *target_part(
    const struct target *target, const struct test *test, enum part_kind kind);
/* Whether the test has code for the put's language. */
bool target_has_code(const struct target *target, const struct test *test);
/* Whether the code is compiled but not run on this put. */
bool target_compiles_only(const struct target *target, const struct test *test);
void targets_free(struct targets *targets);

#endif

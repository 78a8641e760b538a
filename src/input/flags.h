#pragma once

#include "input/target.h"

/* The words of a test's cflags, ldflags or sources on one put: those of the benchfile's top and
   the test's own. */

/* Adds them with {label}, the put's label, and {put}, its executable without the directory,
   filled in. plain: as in test_part_for. */
void flags_add_named(struct words *words, const struct test *test, enum part_kind kind,
    const struct put *put, const char *language, bool plain);
/* Does the same for a target, and fills in {dir}, too. */
void flags_add(struct words *words, const struct target *target, const struct test *test,
    enum part_kind kind);
/* Adds a word to those of the top, "top_ldflags" or "top_sources". */
void flags_add_top(struct test *test, const char *key, const char *word);
/* Adds other words of the user's with {dir}, {label} and {put} filled in. test: or NULL. */
void flags_fill(struct words *filled, const struct words *words, const struct target *target,
    const struct test *test);
/* Ends the program with STATUS_USAGE if one of the user's words has a {name} that means
   nothing. In the value of a macro, -D, braces may be code: there only a misspelt name is
   refused. where: "FILE:LINE:1: cflags", for the message. */
void flags_check(const struct words *words, const char *where);
/* Returns the value of {dir}: the directory of the benchfile; the current one for a test
   without a benchfile. */
const char *flags_dir(const struct test *test);
/* A path of the user's, relative to the directory of the benchfile. The caller frees. */
char *flags_locate(const char *path, const struct test *test);
